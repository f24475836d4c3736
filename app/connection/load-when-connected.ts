import { connection } from "./service.ts";

/**
 * Loads a lazy part of the application. Without a connection it waits for one: an error would replace the screen, and
 * browsers cache the failure of a module script.
 * @throws what `load` throws while the server is reachable: this build no longer has the part
 */
export async function loadWhenConnected<Part>(load: () => Promise<Part>): Promise<Part> {
	for (;;) {
		if (connection.isLost || !navigator.onLine) await connection.reached();
		try {
			return await load();
		} catch (error) {
			if (await connection.reached()) throw error;
		}
	}
}
