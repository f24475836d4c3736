import * as v from "valibot";
import { DOCUMENT_TYPES, FAILURE_REASONS } from "../document-types.ts";
import { PART_CHARACTERS, READING_LIMITS } from "../reading-limits.server.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * A message of the reading process. A document could have taken that process over, so nothing in a message is trusted
 * that a reader could not have sent.
 */
const readerMessage = v.variant("kind", [
	/** How many pages there are to read; before all parts, where the reader knows. */
	v.object({ kind: v.literal("pages"), of: v.pipe(count, v.minValue(1), v.maxValue(READING_LIMITS.pages)) }),
	v.object({
		kind: v.literal("part"),
		number: count,
		section: v.nullable(v.pipe(v.string(), v.maxLength(200))),
		text: v.pipe(v.string(), v.maxLength(2 * PART_CHARACTERS)),
	}),
	v.object({
		kind: v.literal("end"),
		type: v.picklist(DOCUMENT_TYPES),
		pages: count,
	}),
	v.object({
		kind: v.literal("failed"),
		type: v.nullable(v.picklist(DOCUMENT_TYPES)),
		reason: v.picklist(FAILURE_REASONS),
		pages: v.nullable(count),
	}),
]);

export type ReaderMessage = v.InferOutput<typeof readerMessage>;

/** @returns null: the line is no message of a reader */
export function parseReaderMessage(line: string): ReaderMessage | null {
	try {
		const parsed = v.safeParse(readerMessage, JSON.parse(line));
		return parsed.success ? parsed.output : null;
	} catch {
		return null;
	}
}
