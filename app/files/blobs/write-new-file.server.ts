import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/**
 * Writes bytes into a new file that only the server's user can read.
 * @param options.flush whether they are on the disk when it is done
 * @throws what has broken it off, and not before the file is closed: one that was still being opened would come into being
 * after its removal
 */
export async function writeNewFile(
	path: string,
	bytes: AsyncIterable<Uint8Array>,
	{ flush = false } = {},
): Promise<void> {
	const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush });
	try {
		await pipeline(bytes, file);
	} catch (error) {
		if (!file.closed) await new Promise<void>((resolve) => file.once("close", resolve));
		throw error;
	}
}
