import { Connection } from "./connection.ts";

/** A server that is there at all answers this within two seconds. */
const ANSWERS_WITHIN_MS = 5_000;

/** The connection of this page. The server renders with it too, and never loses it. */
export const connection = new Connection({ reaches: reachesServer, random: Math.random });

/** Whether the server itself answers: a proxy in front of it, or the portal of a hotel, may answer as well. */
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

/** Has the browser's own news looked into: a network that came or went, and somebody who looks at the page again. */
export function watchConnection(page: Window = window): void {
	page.addEventListener("online", () => connection.tryNow());
	page.addEventListener("offline", () => void connection.check());
	page.document.addEventListener("visibilitychange", () => {
		if (page.document.visibilityState === "visible") connection.tryNow();
	});
}
