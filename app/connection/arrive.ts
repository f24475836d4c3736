import { connection } from "./service.ts";

/**
 * Loads a part of the application that comes on first use. Without a connection it waits for one: an error would
 * take the place of the screen, and browsers keep a script that could not be had for a failed one.
 * @throws what `load` throws while the server is there: this build has no such part any more
 */
export async function arrive<Part>(load: () => Promise<Part>): Promise<Part> {
	for (;;) {
		if (connection.isLost || !navigator.onLine) await connection.reached();
		try {
			return await load();
		} catch (error) {
			if (await connection.reached()) throw error;
		}
	}
}
