import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { finished } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { PageRefused } from "./page-refused.server.ts";

/**
 * Reads and unpacks the body of a response, holding at most `limit` bytes.
 * @throws {PageRefused} when the body is longer, or its encoding is none that the request accepted
 */
export async function readBody(
	response: IncomingMessage,
	limit: number,
	signal: AbortSignal,
): Promise<Buffer<ArrayBuffer>> {
	if (Number(response.headers["content-length"] ?? 0) > limit) throw new PageRefused("too-large");
	const unpack = unpackerOf(response.headers["content-encoding"]);
	const source = unpack ? unpacked(response, unpack) : response;
	const stop = () => source.destroy(signal.reason as Error);
	signal.addEventListener("abort", stop);
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		signal.throwIfAborted();
		for await (const chunk of source as AsyncIterable<Buffer>) {
			size += chunk.length;
			if (size > limit) throw new PageRefused("too-large");
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	} finally {
		signal.removeEventListener("abort", stop);
		source.destroy();
		response.destroy();
	}
}

/**
 * Not `pipeline()`: where a piece unpacks to hundreds of megabytes, that does not end when its reader leaves, and no
 * signal ends it either: a page of 256 KB held its call for 30 s.
 */
function unpacked(response: IncomingMessage, unpack: Transform): Readable {
	finished(response, (error) => {
		if (error) unpack.destroy(error);
	});
	// Destroyed while it is read: the iterator throws in its reader.
	unpack.on("error", () => {});
	return response.pipe(unpack);
}

function unpackerOf(encoding: string | undefined): Transform | null {
	switch (encoding?.trim().toLowerCase()) {
		case undefined:
		case "":
		case "identity":
			return null;
		case "gzip":
		case "x-gzip":
			return createGunzip();
		case "deflate":
			return createInflate();
		case "br":
			return createBrotliDecompress();
		default:
			throw new PageRefused("unsupported");
	}
}
