/** The time from the first idle moment after the start to the first check (S-4.4). */
export const FIRST_CHECK_MS = 1_000;
export const HOUR_MS = 3_600_000;

/** The browser APIs that the version check needs. */
export type Watcher = {
	fetch: (url: string) => Promise<Response>;
	/** Whether the connection is so slow that every request counts. */
	isSlow: () => boolean;
	/** Calls back when the browser is idle. */
	whenIdle: (callback: () => void) => void;
};

/**
 * Checks whether the site has been updated since this page was opened: about a second after the page is idle, then
 * every hour until it has. Failures are silent: the next check may succeed.
 * @param own the build id of this page
 * @param onNewer called once
 */
export function checkForNewBuild(own: string, onNewer: () => void, watcher: Watcher = browser): void {
	watcher.whenIdle(() => setTimeout(check, FIRST_CHECK_MS, true));

	async function check(first: boolean) {
		// The page requests its own build too (docs/specification.md, S-7.1). A 404 for it is no sign of a newer build: of
		// several servers only some may be updated yet.
		const [, latest] = await Promise.all([
			first ? idIn(`/builds/meta/${own}.json`, watcher) : undefined,
			// The query bypasses caches.
			idIn(`/builds/latest.json?${Date.now()}`, watcher),
		]);
		if (latest !== undefined && latest !== own) return onNewer();
		setTimeout(check, HOUR_MS, false);
	}
}

async function idIn(url: string, { fetch, isSlow }: Watcher): Promise<string | undefined> {
	if (isSlow()) return undefined;
	try {
		const answer = await fetch(url);
		const build: unknown = answer.ok ? await answer.json() : undefined;
		if (typeof build !== "object" || build === null || !("id" in build)) return undefined;
		return typeof build.id === "string" ? build.id : undefined;
	} catch {
		return undefined;
	}
}

/** Only Chromium supports it, and the DOM types lack it. */
type Connected = { connection?: { effectiveType?: string } };

const browser: Watcher = {
	fetch: (url) => fetch(url),
	isSlow: () => (navigator as Connected).connection?.effectiveType === "slow-2g",
	// Safari lacks `requestIdleCallback`.
	whenIdle: (callback) =>
		"requestIdleCallback" in window ? requestIdleCallback(callback) : setTimeout(callback, 1),
};
