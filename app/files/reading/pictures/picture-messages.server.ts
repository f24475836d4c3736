import * as v from "valibot";
import { FILE_LIMITS } from "../../file-limits.ts";
import { FAILURE_REASONS } from "../document-types.ts";
import { PICTURE_SIZES } from "../reading-limits.server.ts";

/** Characters of Base64 in one message; a multiple of four, so that the pieces are decoded one by one. */
export const PIECE_CHARACTERS = 400_000;

const number = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(FILE_LIMITS.scanPages));
const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PICTURE_SIZES.full));

/** A message of the process that makes pictures. Nothing in it is trusted, as with the reader of documents. */
const pictureMessage = v.variant("kind", [
	v.object({
		kind: v.literal("piece"),
		of: v.picklist(["full", "small"]),
		data: v.pipe(v.string(), v.maxLength(PIECE_CHARACTERS)),
	}),
	/** The pieces before it are of this picture. */
	v.object({ kind: v.literal("picture"), number, width: side, height: side }),
	v.object({ kind: v.literal("end") }),
	v.object({ kind: v.literal("failed"), reason: v.picklist(FAILURE_REASONS) }),
]);

export type PictureMessage = v.InferOutput<typeof pictureMessage>;

/** @returns null: the line is no message of this process */
export function parsePictureMessage(line: string): PictureMessage | null {
	try {
		const parsed = v.safeParse(pictureMessage, JSON.parse(line));
		return parsed.success ? parsed.output : null;
	} catch {
		return null;
	}
}
