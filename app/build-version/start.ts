import type { ClientInstrumentation } from "react-router";
import { loadWhenConnected, PART_MISSING } from "../connection/load-when-connected.ts";
import { connection } from "../connection/service.ts";
import { checkForNewBuild } from "./check-for-new-build.ts";
import { loadChunks, missingChunks, shownPath } from "./framework.ts";
import { type Gate, gateNavigations } from "./gate-navigations.ts";
import { reloadAt } from "./reload-at.ts";
import { settle } from "./settle.ts";

const here = () => location.pathname + location.search + location.hash;

/**
 * Creates the navigation gate of a hydrated page and the version check that it reads. The check starts after
 * hydration.
 */
export function guardBuild(onFailure: Gate["onFailure"]): {
	gate: ClientInstrumentation;
	startChecks: () => void;
} {
	let isOutdated = false;
	// Such as a dialog or a menu. The bundler's own `vite:preloadError` comes as well for one that was cut off.
	addEventListener(PART_MISSING, () => void reloadAt(here()));
	const gate = gateNavigations({
		isOutdated: () => isOutdated,
		settle,
		missingChunks,
		loadChunks: async (urls) => {
			if (urls.length > 0) await loadWhenConnected(() => loadChunks(urls));
		},
		reached: () => connection.reached(),
		reloadAt,
		onFailure,
		current: () => shownPath() ?? here(),
	});
	const startChecks = () => {
		// There are no builds.
		if (import.meta.env.DEV) return;
		checkForNewBuild(__BUILD_ID__, () => {
			isOutdated = true;
		});
	};
	return { gate, startChecks };
}
