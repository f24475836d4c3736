import type { TextOutput } from "../../process/text-output.server.ts";
import { lines } from "./decode.server.ts";

/** A paragraph of a text is at most this long; a longer one goes on as another. */
const LONGEST_PARAGRAPH = 20_000;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/;
const FENCE = /^ {0,3}(```|~~~)/;

type Heading = { title: string; level: number };

/** Text, code and JSON as they are; an empty line ends a paragraph. */
export async function readPlainText(path: string, output: TextOutput): Promise<void> {
	await readParagraphs(path, output, () => null);
}

/** Markdown: its headings are sections. */
export async function readMarkdown(path: string, output: TextOutput): Promise<void> {
	let fence: string | null = null;
	await readParagraphs(path, output, (line) => {
		const mark = FENCE.exec(line)?.[1];
		if (mark) fence = fence === null ? mark : fence === mark ? null : fence;
		const heading = fence === null ? HEADING.exec(line) : null;
		return heading && { title: heading[2] ?? "", level: heading[1]?.length ?? 1 };
	});
}

async function readParagraphs(
	path: string,
	output: TextOutput,
	headingOf: (line: string) => Heading | null,
): Promise<void> {
	let paragraph: string[] = [];
	let length = 0;
	const end = () => {
		output.block(paragraph.join("\n"));
		paragraph = [];
		length = 0;
	};
	for await (const line of lines(path)) {
		const heading = headingOf(line);
		if (heading || line.trim() === "" || length > LONGEST_PARAGRAPH) end();
		if (heading) output.heading(heading.title, heading.level);
		else if (line.trim() !== "") {
			paragraph.push(line);
			length += line.length;
		}
	}
	end();
}
