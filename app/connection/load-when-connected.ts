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

/** Dispatched on the window when the server is there and a part of the application is not. */
export const PART_MISSING = "part-missing";

/**
 * As `loadWhenConnected`, for a part of the page that is shown: when the server no longer has it, `PART_MISSING` is
 * dispatched. The bundler's own `vite:preloadError` comes only for a module that has others to load with it.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
	try {
		return await loadWhenConnected(load);
	} catch (error) {
		dispatchEvent(new Event(PART_MISSING));
		throw error;
	}
}
