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
 * dispatched. One that was only cut off, by the browser's «Stop» or by a connection that broke, is loaded once more: a
 * page that is loaded anew loses what is being typed. The bundler's own `vite:preloadError` knows no difference.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
	try {
		return await loadWhenConnected(load).catch((error) => loadOnceMore(error, load));
	} catch (error) {
		dispatchEvent(new Event(PART_MISSING));
		throw error;
	}
}

/**
 * @param error of the first time
 * @throws when the server does not have the script, or the browser does not request it again
 */
async function loadOnceMore<Part>(error: unknown, load: () => Promise<Part>): Promise<Part> {
	const url = addressIn(error);
	return loadWhenConnected(async () => {
		if (url && !(await fetch(url, { method: "HEAD" })).ok) throw error;
		try {
			return await load();
		} catch (repeated) {
			if (!url) throw repeated;
			// The failure of the other address may be cached. Nothing but `load` imports the script, so there is one of it.
			return await import(/* @vite-ignore */ `${url}?again=${Date.now()}`);
		}
	});
}

/** The address of the script, by the message of a failed import: Chromium and Firefox name it, Safari does not. */
const addressIn = (error: unknown): string | undefined =>
	error instanceof TypeError ? /https?:\/\/\S+\.js$/.exec(error.message.trim())?.[0] : undefined;
