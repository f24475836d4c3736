/** Pieces are joined up to this size: a chunk per row would cost more than the rows. */
const PIECE = 64 * 1024;

/**
 * A lazily generated body. Nothing is generated before the reader asks for it, a reader that disconnects ends the
 * generator, and the event loop gets a turn before each chunk: a reader that takes everything at once would otherwise
 * block it.
 */
export function textStream(small: AsyncGenerator<string>): ReadableStream<Uint8Array> {
	const pieces = gather(small);
	const encoder = new TextEncoder();
	return new ReadableStream<Uint8Array>(
		{
			async pull(stream) {
				await new Promise((resolve) => setImmediate(resolve));
				const { done, value } = await pieces.next();
				if (done) stream.close();
				else stream.enqueue(encoder.encode(value));
			},
			async cancel() {
				await pieces.return();
			},
		},
		{ highWaterMark: 1 },
	);
}

async function* gather(small: AsyncGenerator<string>): AsyncGenerator<string, void, undefined> {
	let piece = "";
	for await (const text of small) {
		piece += text;
		if (piece.length < PIECE) continue;
		yield piece;
		piece = "";
	}
	if (piece) yield piece;
}
