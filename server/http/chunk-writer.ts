import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";

/** Writes the body of a response; `source` emits `drain` once the network has taken what `write` was refused for. */
export type ChunkWriter = { write(bytes: Uint8Array): boolean; source: Writable };

const CRLF = [13, 10] as const;

/**
 * Sends the headers and returns the writer of a body of many small pieces. Each piece goes to the socket as one buffer
 * with the marks of the chunked encoding (RFC 9112, section 7.1): Node's own `write()` passes length, bytes and line
 * end one by one and gathers them again, a tenth of the CPU of a live answer's event. `res.end()` ends the body as
 * ever. Where the encoding is not chunked (HTTP/1.0), or an earlier response of the connection is still being sent,
 * Node's own `write()` serves.
 */
export function chunkWriter(res: ServerResponse): ChunkWriter {
	const { socket } = res;
	// The headers and the first piece share a packet.
	socket?.cork();
	process.nextTick(() => socket?.uncork());
	res.flushHeaders();
	if (!socket || !res.chunkedEncoding) return { write: (bytes) => res.write(bytes), source: res };
	return { write: (bytes) => socket.write(chunkOf(bytes)), source: socket };
}

/** An empty chunk would end the body. */
function chunkOf(bytes: Uint8Array): Uint8Array {
	if (bytes.byteLength === 0) return bytes;
	const length = `${bytes.byteLength.toString(16)}\r\n`;
	const chunk = Buffer.allocUnsafe(length.length + bytes.byteLength + CRLF.length);
	chunk.write(length, "latin1");
	chunk.set(bytes, length.length);
	chunk.set(CRLF, length.length + bytes.byteLength);
	return chunk;
}
