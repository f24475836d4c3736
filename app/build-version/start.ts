import type { ClientInstrumentation } from "react-router";
import { arrive } from "../connection/arrive.ts";
import { connection } from "../connection/service.ts";
import { loadChunks, missingChunks, shownPath } from "./framework.ts";
import { type Gate, gateNavigations } from "./gate-navigations.ts";
import { reloadAt } from "./reload-at.ts";
import { settle } from "./settle.ts";
import { watchBuild } from "./watch.ts";

const here = () => location.pathname + location.search + location.hash;

/** The gate of an application screen and the watch that it heeds. The watch begins when the screen is alive. */
export function guardBuild(onFailure: Gate["onFailure"]): { gate: ClientInstrumentation; watch: () => void } {
	let isOutdated = false;
	// Whatever a screen loads only when it is asked for: a dialog, a menu. Without a network the page that is there is
	// worth more.
	addEventListener("vite:preloadError", async () => {
		if (await connection.check()) reloadAt(here());
	});
	const gate = gateNavigations({
		isOutdated: () => isOutdated,
		settle,
		missingChunks,
		loadChunks: async (urls) => {
			if (urls.length > 0) await arrive(() => loadChunks(urls));
		},
		reached: () => connection.reached(),
		reloadAt,
		onFailure,
		current: () => shownPath() ?? here(),
	});
	const watch = () =>
		watchBuild(__BUILD_ID__, () => {
			isOutdated = true;
		});
	return { gate, watch };
}
