import { stat } from "node:fs/promises";
import { log } from "../../../platform/log.server.ts";
import type { FailureReason, PictureType } from "../document-types.ts";
import { runReader } from "../process/run-reader.server.ts";
import { placeOf } from "../read-document.server.ts";
import { PICTURE_SIZES, READING_LIMITS } from "../reading-limits.server.ts";
import { inTurn } from "../reading-queue.server.ts";
import { type PictureMessage, parsePictureMessage } from "./picture-messages.server.ts";

const PROGRAM = "app/files/reading/pictures/picture-process.server.ts";

/** A picture that was made of a file: `number` of a page, from 1; JPEG of two sizes; `width` and `height` of `full`. */
export type MadePicture = { number: number; width: number; height: number; full: Buffer; small: Buffer };

export type MakingOutcome = { outcome: "made"; count: number } | { outcome: "failed"; reason: FailureReason };

/**
 * Makes pictures for models and screens of a stored picture, or of the pages of a scan, in a process of its own.
 * @param type of the file by its content
 * @param onPicture is awaited before the next; pictures that were given before a failure are not the file
 * @throws the signal's reason when it aborts; what `onPicture` throws; when too many readings wait
 */
export const makePictures = (options: {
	path: string;
	type: PictureType | "pdf";
	signal?: AbortSignal;
	onPicture: (picture: MadePicture) => Promise<void>;
}): Promise<MakingOutcome> => inTurn(() => make(options));

async function make({
	path,
	type,
	signal,
	onPicture,
}: Parameters<typeof makePictures>[0]): Promise<MakingOutcome> {
	const { size } = await stat(path);
	if (size > READING_LIMITS.fileBytes) return failed("too-large");
	let end: Extract<PictureMessage, { kind: "end" | "failed" }> | null = null;
	let pieces = { full: [] as Buffer[], small: [] as Buffer[] };
	let bytes = 0;
	let count = 0;
	const exit = await runReader({
		program: PROGRAM,
		file: path,
		args: [type],
		threads: true,
		signal,
		async onLine(line) {
			const message = parsePictureMessage(line);
			if (!message || end) return false;
			if (message.kind === "piece") {
				const piece = Buffer.from(message.data, "base64");
				pieces[message.of].push(piece);
				bytes += piece.length;
				return bytes <= PICTURE_SIZES.fullBytes + PICTURE_SIZES.smallBytes;
			}
			if (message.kind !== "picture") {
				end = message;
				return true;
			}
			const [full, small] = [Buffer.concat(pieces.full), Buffer.concat(pieces.small)];
			pieces = { full: [], small: [] };
			bytes = 0;
			if (message.number !== ++count || small.length > PICTURE_SIZES.smallBytes) return false;
			const { number, width, height } = message;
			await onPicture({ number, width, height, full, small });
			return true;
		},
	});
	const damaged = type === "pdf" ? "damaged" : "damaged-picture";
	if (exit.kind === "stopped") return failed(type === "pdf" ? exit.reason : reasonOfPicture(exit.reason));
	const message = end as Extract<PictureMessage, { kind: "end" | "failed" }> | null;
	if (message?.kind === "failed") return failed(message.reason);
	if (exit.code !== 0 || !message || count === 0) {
		log.warn("Чтение картинки прервалось", { code: exit.code, at: placeOf(exit.error) });
		return failed(damaged);
	}
	return { outcome: "made", count };
}

/** The reason that a limit means for a picture. */
const reasonOfPicture = (reason: FailureReason): FailureReason =>
	reason === "damaged"
		? "damaged-picture"
		: // A progressive JPEG is held whole until its last scan, however small it is wanted.
			reason === "too-much-memory"
			? "too-much-picture-memory"
			: reason;

const failed = (reason: FailureReason) => ({ outcome: "failed", reason }) as const;
