/** Pieces are gathered up to this size: a piece per row would cost more than the rows. */
const PIECE = 64 * 1024;

/**
 * A body that is made while it is read. Nothing is made before the reader asks for it, a reader who goes away ends
 * the making, and others get a turn before each piece: a reader that takes everything at once would otherwise keep
 * the loop for itself.
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
