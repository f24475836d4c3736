/** From the first quiet moment after the start to the first look (S-4.4). */
export const FIRST_CHECK_MS = 1_000;
export const HOUR_MS = 3_600_000;

/** What the watch needs of a browser. */
export type Watcher = {
	fetch: (url: string) => Promise<Response>;
	/** Whether the connection is so slow that every request counts. */
	isSlow: () => boolean;
	/** Calls back when the browser has nothing better to do. */
	whenIdle: (act: () => void) => void;
};

/**
 * Looks whether the site has been updated since this page was opened: about a second after the page has become
 * quiet, then every hour until it has. Whatever fails, fails in silence: the next look may succeed.
 * @param own the id of the build that this page came from
 * @param onNewer called once
 */
export function watchBuild(own: string, onNewer: () => void, watcher: Watcher = browser): void {
	watcher.whenIdle(() => setTimeout(look, FIRST_CHECK_MS, true));

	async function look(first: boolean) {
		// As in the application that the specification describes, the page asks for its own build too (S-7.1). That
		// a server does not know it is no sign of a newer one: of several servers only some may be updated yet.
		const [, latest] = await Promise.all([
			first ? idIn(`/builds/meta/${own}.json`, watcher) : undefined,
			// No cache on the way may answer this one.
			idIn(`/builds/latest.json?${Date.now()}`, watcher),
		]);
		if (latest !== undefined && latest !== own) return onNewer();
		setTimeout(look, HOUR_MS, false);
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

/** Only Chromium tells, and the types know nothing of it. */
type Connected = { connection?: { effectiveType?: string } };

const browser: Watcher = {
	fetch: (url) => fetch(url),
	isSlow: () => (navigator as Connected).connection?.effectiveType === "slow-2g",
	// Safari has no such callback.
	whenIdle: (act) => ("requestIdleCallback" in window ? requestIdleCallback(act) : setTimeout(act, 1)),
};
