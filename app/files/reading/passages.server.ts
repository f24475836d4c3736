import type { PageOfText } from "./document-types.ts";

export const PASSAGE_CHARACTERS = 1_200;
/** A table's first row is repeated in each passage of it, unless it is longer. */
const LONGEST_TABLE_HEAD = 300;

export type Passage = { page: number; section: string | null; text: string };

/**
 * Cuts a part of a document's text into passages of at most `PASSAGE_CHARACTERS`, along paragraphs, else along lines,
 * sentences and words. A part is of one page and under one heading, so a passage is too.
 */
export function cutIntoPassages({ number, section, text }: PageOfText): Passage[] {
	return pack(text.split(/\n{2,}/).flatMap(cutParagraph), "\n\n").map((passage) => ({
		page: number,
		section,
		text: passage,
	}));
}

/** Joins neighbours as long as they fit. */
function pack(blocks: string[], separator: string, most = PASSAGE_CHARACTERS): string[] {
	const packed: string[] = [];
	let current = "";
	for (const block of blocks) {
		if (block.trim() === "") continue;
		if (current !== "" && current.length + separator.length + block.length > most) {
			packed.push(current);
			current = "";
		}
		current += current === "" ? block : separator + block;
	}
	if (current !== "") packed.push(current);
	return packed;
}

function cutParagraph(paragraph: string): string[] {
	if (paragraph.length <= PASSAGE_CHARACTERS) return [paragraph];
	const lines = paragraph.split("\n");
	const head = tableHead(lines);
	if (head === null)
		return pack(
			lines.flatMap((line) => cutLine(line, PASSAGE_CHARACTERS)),
			"\n",
		);
	const most = PASSAGE_CHARACTERS - head.length - 1;
	const rows = lines.slice(2).flatMap((line) => cutLine(line, most));
	return pack(rows, "\n", most).map((part) => `${head}\n${part}`);
}

/** The first row of a Markdown table with the line under it. */
function tableHead([first = "", second = ""]: string[]): string | null {
	const head = `${first}\n${second}`;
	return first.startsWith("|") && /^\|( --- \|)+$/.test(second) && head.length <= LONGEST_TABLE_HEAD
		? head
		: null;
}

/** Sentences, those that are too long by words, and words that are too long by letters. */
function cutLine(line: string, most: number): string[] {
	if (line.length <= most) return [line];
	const sentences = line.split(/(?<=[.!?…;])\s+/);
	return pack(
		sentences.flatMap((sentence) =>
			sentence.length <= most
				? [sentence]
				: pack(
						sentence.split(/\s+/).flatMap((word) => cutWord(word, most)),
						" ",
						most,
					),
		),
		" ",
		most,
	);
}

function cutWord(word: string, most: number): string[] {
	const parts: string[] = [];
	let from = 0;
	while (word.length - from > most) {
		// Half of a character beyond the basic plane is not left behind.
		const length = /[\ud800-\udbff]/.test(word[from + most - 1] ?? "") ? most - 1 : most;
		parts.push(word.slice(from, from + length));
		from += length;
	}
	return [...parts, word.slice(from)];
}
