import type { ClientInstrumentation } from "react-router";
import { isSamePage, targetOf } from "./target.ts";

/** The dependencies of the navigation gate. */
export type Gate = {
	/** Whether the site has been updated since this page was opened. */
	isOutdated: () => boolean;
	settle: () => Promise<void>;
	missingChunks: (path: string) => string[];
	/** Waits for a connection; rejects when the server does not have such a script. */
	loadChunks: (urls: string[]) => Promise<void>;
	/** Resolves as soon as the server can be reached. */
	reached: () => Promise<unknown>;
	/** See `reload-at.ts`. */
	reloadAt: (path: string) => boolean;
	/** Called when a route's script cannot be loaded and its page was already reloaded. */
	onFailure: (error: unknown, path: string) => void;
	/** The path that the router shows. */
	current: () => string;
};

/**
 * Intercepts every navigation of a hydrated page. When the site has been updated, or when the script of the target
 * cannot be loaded, the target is loaded as a full page, at most once per path in ten seconds. The framework itself
 * would reload the page that is being left, any number of times, when a script of the target is missing; so that
 * script is loaded here first.
 * @returns for `<HydratedRouter instrumentations>`; created before it, so that its `popstate` listener runs first
 */
export function gateNavigations(gate: Gate, page: Window = window): ClientInstrumentation {
	let latest = 0;

	/** Resolves when the navigation may go on; never when a full page load or a newer navigation has started. */
	async function pass(path: string, turn: number): Promise<void> {
		if (gate.isOutdated()) {
			// A full load without a connection would replace the page with the browser's error page.
			await gate.reached();
			if (gate.reloadAt(path)) return never();
		}
		try {
			await gate.loadChunks(gate.missingChunks(path));
		} catch (error) {
			if (turn === latest && !gate.reloadAt(path)) gate.onFailure(error, path);
			return never();
		}
		if (turn !== latest) return never();
	}

	// The browser performs a history navigation by itself and notifies the router afterwards.
	const letThrough = new WeakSet<Event>();
	page.addEventListener("popstate", (event) => {
		const { pathname, search, hash } = page.location;
		const target = pathname + search + hash;
		if (letThrough.has(event) || isSamePage(target, gate.current())) return;
		latest += 1;
		if (!gate.isOutdated() && gate.missingChunks(target).length === 0) return;
		event.stopImmediatePropagation();
		void pass(target, latest).then(() => {
			const replayed = new PopStateEvent("popstate", { state: page.history.state });
			letThrough.add(replayed);
			page.dispatchEvent(replayed);
		});
	});

	return {
		router: (router) =>
			router.instrument({
				async navigate(go, asked) {
					latest += 1;
					const turn = latest;
					const target = targetOf(asked);
					if (target !== undefined) {
						await gate.settle();
						await pass(target, turn);
					}
					await go();
				},
			}),
	};
}

const never = () => new Promise<never>(() => {});
