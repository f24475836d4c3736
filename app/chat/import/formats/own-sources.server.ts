import * as v from "valibot";
import { cutText } from "../../../platform/cut-text.server.ts";
import { clean } from "./clean.server.ts";

const LONGEST_QUOTE = 400;
const MOST_BYTES = 100_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999));
const number = v.pipe(count, v.minValue(1));
const words = (longest: number) =>
	v.pipe(
		v.string(),
		v.transform((text) => cutText(clean(text), longest)),
	);

const cited = v.object({
	n: number,
	page: count,
	section: v.nullable(words(200)),
	quote: words(LONGEST_QUOTE),
});
const document = v.object({
	/** Another account's file leads nowhere: whose it is, is asked where it is shown. */
	file: v.pipe(v.string(), v.uuid()),
	name: words(200),
	first: number,
	of: count,
	passages: v.nullable(v.pipe(v.array(number), v.maxLength(1_000))),
	found: count,
	spread: v.optional(v.literal(true)),
	parts: v.optional(number),
	part: v.optional(
		v.union([
			v.object({ pages: v.tuple([count, count]), cut: v.optional(v.literal(true)) }),
			v.object({ n: number, of: number, cut: v.optional(v.literal(true)) }),
		]),
	),
	tooLarge: v.optional(v.literal(true)),
	cited: v.optional(v.pipe(v.array(cited), v.maxLength(100))),
});
const documents = v.pipe(v.array(document), v.minLength(1), v.maxLength(200));

/**
 * The documents that the model of an exported answer was given, as they are stored; null where there are none, or none
 * that is sound.
 */
export function sourcesOf(value: unknown): string | null {
	const parsed = v.safeParse(documents, value, { abortEarly: true });
	if (!parsed.success) return null;
	const sources = JSON.stringify(parsed.output);
	return sources.length <= MOST_BYTES ? sources : null;
}
