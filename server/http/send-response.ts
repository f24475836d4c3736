import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { constants, createGzip, gzipSync } from "node:zlib";
import { type DirectBody, WRITE_INTO } from "../../app/platform/http/direct-body.server.ts";
import { accepts, isCompressible } from "../pages/encoding.ts";
import { chunkWriter } from "./chunk-writer.ts";
import { endResponse } from "./end-response.ts";
import type { UnreadResponses } from "./unread-responses.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Reading = ReturnType<Reader["read"]>;

// On the fly brotli costs seven times as much (docs/performance.md). Level 4 makes /login a tenth smaller than level
// 1 does, which its size limit needs, for a quarter of a millisecond.
const FAST = { level: 4 };
/** Below this size compression saves no packet. */
const WORTH_COMPRESSING = 1_024;
/** A body that is available at once is sent as one piece up to this size. */
const ONE_PIECE = 256 * 1024;

/**
 * Sends the application's response. Chunks available at once are sent as one piece with its length; later chunks are
 * sent as they come. When the client disconnects, the body's source is told through `cancel()`: the framework rebuilds
 * the request, and the copy's `request.signal` may never fire.
 */
export async function sendResponse(
	req: IncomingMessage,
	res: ServerResponse,
	response: Response,
	unread: UnreadResponses,
): Promise<void> {
	setHeaders(res, response);
	const compressible =
		isCompressible(response.headers.get("Content-Type") ?? "") && !res.hasHeader("Content-Encoding");
	if (compressible) res.appendHeader("Vary", "Accept-Encoding");
	if (!response.body || req.method === "HEAD") {
		await response.body?.cancel();
		return endResponse(res);
	}
	const writeInto = (response.body as DirectBody)[WRITE_INTO];
	if (writeInto) return sendDirectly(res, response.body, writeInto, unread);
	const reader = response.body.getReader();
	const letGo = () => {
		unread.remove(res);
		// A no-op after the end.
		reader.cancel().catch(() => {});
	};
	res.once("close", letGo);
	if (res.destroyed) {
		return letGo();
	}

	const gzip = compressible && accepts(String(req.headers["accept-encoding"] ?? ""), "gzip");
	const { pieces, next } = await readWhatIsThere(reader);
	if (next) return stream({ res, gzip, unread }, pieces, next, reader);
	sendWhole(res, gzip, Buffer.concat(pieces));
	unread.add(res);
}

/** The body writes by itself; when the client disconnects, it is told through `cancel()` as others are. */
function sendDirectly(
	res: ServerResponse,
	body: ReadableStream,
	writeInto: NonNullable<DirectBody[typeof WRITE_INTO]>,
	unread: UnreadResponses,
): void {
	const letGo = () => {
		unread.remove(res);
		body.cancel().catch(() => {});
	};
	res.once("close", letGo);
	if (res.destroyed) letGo();
	const out = chunkWriter(res);
	writeInto({
		write: (bytes) => {
			if (res.destroyed || out.write(bytes)) return true;
			unread.add(res);
			return false;
		},
		onDrain: (drained) =>
			void out.source.once("drain", () => {
				unread.remove(res);
				drained();
			}),
		end: () => void (res.destroyed || res.end()),
		destroy: () => res.destroy(),
	});
}

function setHeaders(res: ServerResponse, response: Response): void {
	res.statusCode = response.status;
	if (response.statusText) res.statusMessage = response.statusText;
	for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
	// Each cookie needs a header of its own.
	const cookies = response.headers.getSetCookie();
	if (cookies.length > 0) res.setHeader("Set-Cookie", cookies);
}

/**
 * Reads until the source has to wait for something.
 * @returns the pieces, and the pending read; none when the body has ended
 */
async function readWhatIsThere(reader: Reader): Promise<{ pieces: Uint8Array[]; next?: Reading }> {
	const pieces: Uint8Array[] = [];
	let size = 0;
	for (;;) {
		const next = reader.read();
		// The code that streams the rest awaits it; until then a failure must not count as unhandled.
		next.catch(() => {});
		const result = size > ONE_PIECE ? undefined : await Promise.race([next, turn()]);
		if (!result) return { pieces, next };
		if (result.done) return { pieces };
		pieces.push(result.value);
		size += result.value.byteLength;
	}
}

const turn = () => new Promise<undefined>((resolve) => setImmediate(resolve, undefined));

function sendWhole(res: ServerResponse, gzip: boolean, body: Buffer): void {
	const small = gzip && body.length >= WORTH_COMPRESSING ? gzipSync(body, FAST) : undefined;
	if (small) res.setHeader("Content-Encoding", "gzip");
	endResponse(res, small ?? body);
}

type Streamed = { res: ServerResponse; gzip: boolean; unread: UnreadResponses };

async function stream({ res, gzip, unread }: Streamed, pieces: Uint8Array[], first: Reading, reader: Reader) {
	if (gzip) {
		res.setHeader("Content-Encoding", "gzip");
		res.removeHeader("Content-Length");
	}
	const sink = gzip ? gzipInto(res) : res;
	const write = async (piece: Uint8Array) => {
		if (res.destroyed || sink.write(piece)) return;
		unread.add(res, () => res.writableLength + (sink === res ? 0 : sink.writableLength));
		await drained(sink, res);
		unread.remove(res);
	};
	// A source may fail while the client does not read: then the connection is dropped.
	reader.closed.catch(() => res.destroy());
	try {
		if (pieces.length > 0) await write(Buffer.concat(pieces));
		for (let result = await first; !result.done; result = await reader.read()) await write(result.value);
		sink.end();
	} catch (error) {
		// The status is sent already: only an aborted connection can tell that the body is incomplete.
		res.destroy();
		if (error instanceof DOMException && error.name === "AbortError") return;
		throw error;
	}
}

/** Compresses into the response; every chunk is flushed at once instead of waiting for a better ratio. */
function gzipInto(res: ServerResponse): Writable {
	const gzip = createGzip({ ...FAST, flush: constants.Z_SYNC_FLUSH });
	res.once("close", () => gzip.destroy());
	gzip.pipe(res);
	return gzip;
}

/** Waits until the network has taken it all, or the client is gone. */
async function drained(sink: Writable, res: ServerResponse): Promise<void> {
	await new Promise<void>((resolve) => {
		const go = () => {
			sink.off("drain", go);
			res.off("close", go);
			resolve();
		};
		sink.on("drain", go);
		res.on("close", go);
	});
}
