import { open } from "node:fs/promises";

/**
 * Makes a file or a folder durable: a new name in a folder survives a power cut once the folder itself is synced.
 * @throws when it is not there or the disk fails
 */
export async function syncPath(path: string): Promise<void> {
	const handle = await open(path, "r");
	await handle.sync().finally(() => handle.close());
}
