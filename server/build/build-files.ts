import type { Plugin } from "vite";

/**
 * Makes each build describe itself: `/builds/latest.json`, by which an open page learns of a newer build, and
 * `/builds/meta/<id>.json`, which has the same content for as long as the build is kept. Both hold `id` and
 * `timestamp` (ms).
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
