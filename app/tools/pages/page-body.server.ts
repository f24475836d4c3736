import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
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
	const chunks: Buffer[] = [];
	let size = 0;
	async function collect(source: AsyncIterable<Buffer>): Promise<void> {
		for await (const chunk of source) {
			size += chunk.length;
			if (size > limit) throw new PageRefused("too-large");
			chunks.push(chunk);
		}
	}
	const unpack = unpackerOf(response.headers["content-encoding"]);
	if (unpack) await pipeline(response, unpack, collect, { signal });
	else await pipeline(response, collect, { signal });
	return Buffer.concat(chunks);
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
