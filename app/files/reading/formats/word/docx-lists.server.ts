import type { Archive } from "../archive/archive.server.ts";
import { readXml } from "../archive/xml.server.ts";
import type { ListPlace } from "./docx-styles.server.ts";

type Level = { format: string; text: string; start: number };
/** Word has nine. */
const LEVELS = 9;

/** The marks of list items: numbers are counted in the order of the paragraphs. */
export class DocxLists {
	readonly #abstracts = new Map<string, Level[]>();
	readonly #abstractOf = new Map<string, string>();
	readonly #counters = new Map<string, number[]>();

	static async read(archive: Archive, part: string | undefined): Promise<DocxLists> {
		const lists = new DocxLists();
		let levels: Level[] | null = null;
		let level: Level | null = null;
		let list = "";
		if (!part) return lists;
		await readXml(archive.bytes(part), {
			open(name, attributes) {
				const { val = "" } = attributes;
				if (name === "abstractNum") {
					levels = [];
					lists.#abstracts.set(attributes.abstractNumId ?? "", levels);
				} else if (name === "num") list = attributes.numId ?? "";
				else if (name === "abstractNumId") lists.#abstractOf.set(list, val);
				else if (name === "lvl" && levels) {
					const depth = Number(attributes.ilvl);
					level = { format: "decimal", text: "", start: 1 };
					if (depth >= 0 && depth < LEVELS) levels[depth] = level;
				} else if (level && name === "numFmt") level.format = val;
				else if (level && name === "lvlText") level.text = val;
				else if (level && name === "start") level.start = Number(val) || 0;
			},
			close(name) {
				if (name === "abstractNum") levels = null;
				if (name === "lvl") level = null;
			},
		});
		return lists;
	}

	/** @returns the mark with the indent of its depth, as Markdown; empty: the paragraph is in no list */
	mark({ list, depth }: ListPlace): string {
		if (list === "" || list === "0" || depth < 0 || depth >= LEVELS) return "";
		// Lists of one kind go on with each other's numbers, as Word shows them.
		const kind = this.#abstractOf.get(list) ?? list;
		const levels = this.#abstracts.get(kind) ?? [];
		const level = levels[depth];
		const indent = "  ".repeat(depth);
		if (!level || level.format === "bullet" || level.format === "none") return `${indent}- `;
		const counters = this.#counters.get(kind) ?? [];
		this.#counters.set(kind, counters);
		counters[depth] = (counters[depth] ?? level.start - 1) + 1;
		counters.length = depth + 1;
		const text = level.text.replace(/%(\d)/g, (_, digit) => {
			const at = Number(digit) - 1;
			const { format, start } = levels[at] ?? level;
			return numberAs(counters[at] ?? start, at === depth ? level.format : format);
		});
		return `${indent}${text || `${counters[depth]}.`} `;
	}
}

function numberAs(number: number, format: string): string {
	const letters = (first: string, count: number) =>
		String.fromCharCode(first.charCodeAt(0) + ((number - 1) % count));
	if (format === "lowerLetter") return letters("a", 26);
	if (format === "upperLetter") return letters("A", 26);
	if (format === "russianLower") return letters("а", 32);
	if (format === "russianUpper") return letters("А", 32);
	if (format === "lowerRoman") return roman(number).toLowerCase();
	if (format === "upperRoman") return roman(number);
	return String(number);
}

function roman(number: number): string {
	const digits: [number, string][] = [
		[100, "C"],
		[90, "XC"],
		[50, "L"],
		[40, "XL"],
		[10, "X"],
		[9, "IX"],
		[5, "V"],
		[4, "IV"],
		[1, "I"],
	];
	if (number < 1 || number > 399) return String(number);
	let left = number;
	let text = "";
	for (const [value, digit] of digits) for (; left >= value; left -= value) text += digit;
	return text;
}
