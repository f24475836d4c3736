/** A paragraph, heading or item (of a list, or a row of a table); `linked` of its `length` characters are links. */
export type TextBlock = {
	text: string;
	length: number;
	linked: number;
	/** Blocks of one such kind stand close. */
	close: "item" | "row" | null;
	isHeading: boolean;
	isMain: boolean;
	isSideline: boolean;
};

/** The length from which the part that a page itself marks as its main text is trusted. */
const MAIN_CHARACTERS = 300;
/** With less than this left, the page is something else than a text: a list of links, a card, a form. */
const FEW_CHARACTERS = 200;
/** A block of which more is links is navigation, unless it is long. */
const MOST_LINKED = 0.6;
const LONG_BLOCK = 300;

/** The blocks that are the page's main text, as one text. */
export function chooseBlocks(blocks: readonly TextBlock[]): string {
	const shown = blocks.filter(({ isSideline }) => !isSideline);
	const main = shown.filter(({ isMain }) => isMain);
	const candidates = lengthOf(main) >= MAIN_CHARACTERS ? main : shown;
	const sets = [candidates.filter(isTold), candidates, shown, blocks.filter(isTold)];
	return joined(sets.find((some) => lengthOf(some) >= FEW_CHARACTERS) ?? blocks);
}

const isTold = ({ length, linked, isHeading }: TextBlock) =>
	isHeading || length > LONG_BLOCK || linked <= MOST_LINKED * length;

const lengthOf = (blocks: readonly TextBlock[]) =>
	blocks.reduce((sum, { length, isHeading }) => sum + (isHeading ? 0 : length), 0);

/** A block that repeats the one before is left out. */
function joined(blocks: readonly TextBlock[]): string {
	let text = "";
	let before: TextBlock | undefined;
	for (const block of blocks) {
		if (block.text === before?.text) continue;
		if (before) text += block.close !== null && block.close === before.close ? "\n" : "\n\n";
		text += block.text;
		before = block;
	}
	return text;
}
