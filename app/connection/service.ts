import { Connection } from "./connection.ts";

/** The timeout of a probe; a reachable server responds within two seconds. */
const ANSWERS_WITHIN_MS = 5_000;

/** The connection of this page. The server renders with it too, and never loses it. */
export const connection = new Connection({ reaches: reachesServer, random: Math.random });

/** Whether the server itself responds: a proxy in front of it, or a captive portal, may respond as well. */
async function reachesServer(): Promise<boolean> {
	try {
		const answer = await fetch("/health", {
			cache: "no-store",
			signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
		});
		const health: unknown = answer.ok ? await answer.json() : null;
		return typeof health === "object" && health !== null && "build" in health;
	} catch {
		return false;
	}
}

/**
 * Checks the connection on the browser's events: online, offline, and a page that becomes visible; at once, where the
 * network was lost before this script came to listen.
 */
export function watchConnection(page: Window = window): void {
	if (!page.navigator.onLine) void connection.check();
	page.addEventListener("online", () => connection.tryNow());
	page.addEventListener("offline", () => void connection.check());
	page.document.addEventListener("visibilitychange", () => {
		if (page.document.visibilityState === "visible") connection.tryNow();
	});
}
