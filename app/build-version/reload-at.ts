/** So long a path that has been loaded in full is not loaded in full again (S-4.3). */
export const RELOAD_WINDOW_MS = 10_000;

/** One slot: the last path, and until when it counts. */
const SLOT = "build-version:reload";

/** What the guard needs of a browser. */
export type Place = {
	location: Pick<Location, "pathname" | "search" | "hash" | "assign" | "reload">;
	history: Pick<History, "replaceState" | "state">;
	sessionStorage: Pick<Storage, "getItem" | "setItem">;
};

/**
 * Loads a page of this site in full, at most once per path in ten seconds. What is remembered is written before
 * the load, so a page that fails at once again finds it. Where storage is forbidden the guard remembers nothing
 * and the page is loaded.
 * @param path with query and hash
 * @returns whether the page is being loaded
 */
export function reloadAt(path: string, place: Place = window, now = Date.now()): boolean {
	// Two strokes at the beginning would lead to another site.
	if (!/^\/(?![/\\])/.test(path) || wasReloaded(path, place, now)) return false;
	remember(path, place, now);
	const { location, history } = place;
	const withoutHash = path.replace(/#.*$/, "");
	if (location.pathname + location.search !== withoutHash) {
		location.assign(path);
		return true;
	}
	// To another place on the same page the browser would only scroll.
	if (withoutHash + location.hash !== path) history.replaceState(history.state, "", path);
	location.reload();
	return true;
}

function wasReloaded(path: string, place: Place, now: number): boolean {
	try {
		const last: unknown = JSON.parse(place.sessionStorage.getItem(SLOT) ?? "null");
		if (typeof last !== "object" || last === null) return false;
		return "path" in last && last.path === path && "expires" in last && Number(last.expires) >= now;
	} catch {
		// Forbidden, or not written by us.
		return false;
	}
}

function remember(path: string, place: Place, now: number): void {
	try {
		place.sessionStorage.setItem(SLOT, JSON.stringify({ path, expires: now + RELOAD_WINDOW_MS }));
	} catch {
		// Forbidden or full.
	}
}
