import type { Details } from "../../operator/details.server.ts";
import type { LegalDocument, Piece } from "../legal-document.server.ts";
import { align, type Step } from "./align.server.ts";

/** A heading, a paragraph or a clause: its number, and its words. */
export type Item = { number: string; text: string };

/** Words of one of two texts: in both, or only in this one. */
export type Run = { text: string; isSame: boolean };

/** An item that is not in both editions as it is; null: it is not in that edition. */
export type Difference = {
	before: { number: string; runs: Run[] } | null;
	after: { number: string; runs: Run[] } | null;
};

export type Comparison = {
	differences: Difference[];
	changed: number;
	added: number;
	removed: number;
	same: Item[];
};

/** This share of the words in common makes two items one that was changed… */
const ALIKE = 0.4;
/** …or this share of the shorter one, if it is long enough to be known by its words. */
const CONTAINED = 0.7;
const LONG_ENOUGH = 8;
/** Within so many pairs the items that are alike are looked for; otherwise they stand apart. */
const MOST_LIKENESSES = 2_500;

/** Compares two editions of a legal document by their items, and items that are alike by their words. */
export function compareEditions(before: LegalDocument, after: LegalDocument, details: Details): Comparison {
	const steps = align(itemsOf(before, details), itemsOf(after, details), (a, b) => a.text === b.text);
	const same: Item[] = [];
	const differences: Difference[] = [];
	let apart: Step<Item>[] = [];
	const flush = () => {
		differences.push(...differencesOf(apart));
		apart = [];
	};
	for (const step of steps) {
		if (step.a && step.b) {
			flush();
			same.push(step.b);
		} else apart.push(step);
	}
	flush();
	return {
		differences,
		changed: differences.filter((one) => one.before && one.after).length,
		added: differences.filter((one) => !one.before).length,
		removed: differences.filter((one) => !one.after).length,
		same,
	};
}

/** Items between two that are the same: those that are alike side by side. */
function differencesOf(steps: readonly Step<Item>[]): Difference[] {
	const before = steps.flatMap(({ a }) => (a ? { ...a, words: wordsOf(a.text) } : []));
	const after = steps.flatMap(({ b }) => (b ? { ...b, words: wordsOf(b.text) } : []));
	const canCompare = before.length * after.length <= MOST_LIKENESSES;
	const pairs = align(before, after, (a, b) => canCompare && isAlike(a.words, b.words));
	return pairs.map(({ a, b }) => {
		if (a && b) {
			const words = align(a.words, b.words, (one, other) => one === other);
			return {
				before: {
					number: a.number,
					runs: runsOf(words.flatMap(({ a: text, b: other }) => word(text, other))),
				},
				after: {
					number: b.number,
					runs: runsOf(words.flatMap(({ a: other, b: text }) => word(text, other))),
				},
			};
		}
		return { before: a && whole(a), after: b && whole(b) };
	});
}

const whole = ({ number, text }: Item) => ({ number, runs: [{ text, isSame: false }] });

const word = (text: string | null, other: string | null): Run[] =>
	text === null ? [] : [{ text, isSame: other !== null }];

/** Neighbours of one kind as one. */
function runsOf(words: readonly Run[]): Run[] {
	const runs: Run[] = [];
	for (const { text, isSame } of words) {
		const last = runs.at(-1);
		if (last && last.isSame === isSame) last.text += ` ${text}`;
		else runs.push({ text, isSame });
	}
	return runs;
}

/** What a no-break space joins is one word. */
const wordsOf = (text: string) => text.split(/[ \t\n\r]+/).filter(Boolean);

/** Whether two items are one that was changed, or that has grown. */
function isAlike(a: readonly string[], b: readonly string[]): boolean {
	const common = commonWords(a, b);
	const shorter = Math.min(a.length, b.length);
	return (
		2 * common >= ALIKE * (a.length + b.length) || (shorter >= LONG_ENOUGH && common >= CONTAINED * shorter)
	);
}

/** The number of words that are in both. */
function commonWords(a: readonly string[], b: readonly string[]): number {
	const left = new Map<string, number>();
	for (const one of a) left.set(one, (left.get(one) ?? 0) + 1);
	let common = 0;
	for (const one of b) {
		const count = left.get(one) ?? 0;
		if (count === 0) continue;
		left.set(one, count - 1);
		common++;
	}
	return common;
}

function itemsOf({ title, lead, sections }: LegalDocument, details: Details): Item[] {
	const item = (number: string, pieces: Piece[]) => ({ number, text: textOf(pieces, details) });
	return [
		item("", title),
		...lead.map((piece) => item("", [piece])),
		...sections.flatMap((section) => [
			item(`${section.number}.`, section.title),
			...section.lead.map((piece) => item(`${section.number}.`, [piece])),
			...section.clauses.map(({ number, children }) => item(number, children)),
		]),
	];
}

const BLOCKS: readonly string[] = ["p", "ul", "ol", "li"];

/** The words of a text; a missing detail is «…». */
function textOf(pieces: readonly Piece[], details: Details): string {
	const text = pieces.map((piece) => {
		if (typeof piece === "string") return piece;
		if ("detail" in piece) return details[piece.detail] ?? "…";
		const inside = textOf(piece.children, details);
		return BLOCKS.includes(piece.tag) ? ` ${inside} ` : inside;
	});
	return text
		.join("")
		.replace(/[ \t\n\r]+/g, " ")
		.trim();
}
