/** The time in which a path is not reloaded again (S-4.3). */
export const RELOAD_WINDOW_MS = 10_000;

/** A single `sessionStorage` entry: the last path, and when its guard expires. */
const SLOT = "build-version:reload";

/** The browser APIs that the guard needs. */
export type PageWindow = {
	location: Pick<Location, "pathname" | "search" | "hash" | "assign" | "reload">;
	history: Pick<History, "replaceState" | "state">;
	sessionStorage: Pick<Storage, "getItem" | "setItem">;
};

/**
 * Loads a page of this site in full, at most once per path in ten seconds. The guard is stored before the load, so a
 * page that fails at once finds it again. Where storage is forbidden there is no guard, and the page is loaded.
 * @param path with query and hash
 * @returns whether the page is being loaded
 */
export function reloadAt(path: string, page: PageWindow = window, now = Date.now()): boolean {
	// A leading `//` would lead to another site.
	if (!/^\/(?![/\\])/.test(path) || wasReloaded(path, page, now)) return false;
	remember(path, page, now);
	const { location, history } = page;
	const withoutHash = path.replace(/#.*$/, "");
	if (location.pathname + location.search !== withoutHash) {
		location.assign(path);
		return true;
	}
	// A change of the hash alone would only scroll.
	if (withoutHash + location.hash !== path) history.replaceState(history.state, "", path);
	location.reload();
	return true;
}

function wasReloaded(path: string, page: PageWindow, now: number): boolean {
	try {
		const last: unknown = JSON.parse(page.sessionStorage.getItem(SLOT) ?? "null");
		if (typeof last !== "object" || last === null) return false;
		return "path" in last && last.path === path && "expires" in last && Number(last.expires) >= now;
	} catch {
		// Storage is forbidden, or the entry is not ours.
		return false;
	}
}

function remember(path: string, page: PageWindow, now: number): void {
	try {
		page.sessionStorage.setItem(SLOT, JSON.stringify({ path, expires: now + RELOAD_WINDOW_MS }));
	} catch {
		// Storage is forbidden or full.
	}
}
