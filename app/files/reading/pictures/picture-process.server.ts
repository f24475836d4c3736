/**
 * The process that makes pictures of one file: `picture-process.server.ts PATH TYPE`. A PDF gives pictures of its
 * pages. The process is started by its path (`run-reader.server.ts`), is not part of the bundle, and writes messages as
 * lines of JSON.
 */

import { readFile } from "node:fs/promises";
import { isPictureType } from "../document-types.ts";
import { ReadingError } from "../reading-error.server.ts";
import { READING_LIMITS } from "../reading-limits.server.ts";
import { type EncodedPicture, encodePicture } from "./encode-picture.server.ts";
import { openVips } from "./open-vips.server.ts";
import { PIECE_CHARACTERS, type PictureMessage } from "./picture-messages.server.ts";

const [path = "", type = ""] = process.argv.slice(2);

/** The pipe takes a line when the server has taken those before it; until then nothing more is made. */
const send = (message: PictureMessage): Promise<void> =>
	new Promise((sent, fail) => {
		process.stdout.write(`${JSON.stringify(message)}\n`, (error) => (error ? fail(error) : sent()));
	});

async function sendPicture(number: number, { width, height, full, small }: EncodedPicture): Promise<void> {
	for (const [of, bytes] of [["full", full] as const, ["small", small] as const]) {
		const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
		for (let from = 0; from < data.length; from += PIECE_CHARACTERS)
			await send({ kind: "piece", of, data: data.slice(from, from + PIECE_CHARACTERS) });
	}
	await send({ kind: "picture", number, width, height });
}

/**
 * The server looks at the memory of this process again and again, but not while it stands still. The memory of WebAssembly
 * only grows, so what a picture has taken is seen here too, once the picture is made.
 */
function checkMemory(): void {
	if (process.memoryUsage.rss() > READING_LIMITS.rssBytes) throw new ReadingError("too-much-picture-memory");
}

async function make(): Promise<void> {
	const bytes = await readFile(path);
	const vips = await openVips();
	if (isPictureType(type)) {
		const picture = encodePicture(vips, bytes, type);
		checkMemory();
		await sendPicture(1, picture);
	} else {
		const { renderPages } = await import("./render-pages.server.ts");
		await renderPages(vips, bytes, sendPicture);
	}
	await send({ kind: "end" });
}

// An import without a file does nothing.
if (path !== "") {
	try {
		await make();
	} catch (error) {
		if (!(error instanceof ReadingError)) throw error;
		await send({ kind: "failed", reason: error.reason });
	}
	// The threads of libvips wait for work.
	process.exit(0);
}
