/**
 * Where the tree of an example of CommonMark 0.31.2 is another than the example's HTML, by the reason; the
 * numbers are those of the examples. What is not named here must not deviate, and what is must.
 */
export const COMMONMARK: Record<string, number[]> = {
	"a link that leads neither to the web, nor to a mailbox, nor to a path of this site is its words": [
		194, 195, 200, 203, 204, 484, 485, 486, 487, 492, 495, 496, 498, 499, 500, 501, 502, 503, 504, 517, 520,
		522, 531, 567, 573, 576, 577, 578, 580, 596, 598, 599, 601,
	],
	"a picture is a link to it": [
		517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589,
		591,
	],
	"headings begin with the second": [
		10, 59, 62, 66, 67, 68, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 86, 89, 90, 91, 95, 96,
		102, 103, 115, 141, 214, 215, 227, 228, 229, 230, 232, 300, 646, 647,
	],
	"http, www and mail addresses are links without brackets": [602, 608, 611, 612],
	"raw HTML is text": [
		21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166,
		167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187,
		188, 189, 190, 191, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 623, 630,
		631, 642, 643,
	],
	"the name of a language is made of Latin letters, digits and + # . -": [34, 144],
};
