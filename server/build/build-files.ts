import type { Plugin } from "vite";

/**
 * Lets each build tell about itself: `/builds/latest.json`, by which an open page learns that there is a newer
 * one, and `/builds/meta/<id>.json`, which says the same for as long as the build is remembered. Both hold `id`
 * and `timestamp` (ms).
 */
export function buildFiles(id: string): Plugin {
	return {
		name: "sobesednik:build-files",
		apply: "build",
		generateBundle() {
			if (this.environment.name !== "client") return;
			const source = JSON.stringify({ id, timestamp: Date.now() });
			for (const fileName of ["builds/latest.json", `builds/meta/${id}.json`]) {
				this.emitFile({ type: "asset", fileName, source });
			}
		},
	};
}
