import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeNewFile } from "./write-new-file.server.ts";

/** Calls back with a file of these bytes in a folder, readable by this user only; it is gone afterwards. */
export async function withTemporaryCopy<T>(
	folder: string,
	bytes: AsyncIterable<Uint8Array>,
	use: (path: string) => Promise<T>,
): Promise<T> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const path = join(folder, randomUUID());
	try {
		await writeNewFile(path, bytes);
		return await use(path);
	} finally {
		await rm(path, { force: true });
	}
}
