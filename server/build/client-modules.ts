import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";

/** The file with the list, beside the folder that is served. */
export const CLIENT_MODULES = "build/client-modules.json";

/**
 * Lists the modules whose code is in the browser's bundle, by their path from the root of the project, for the test of
 * the server boundary (tests/server/build/client-bundle.test.ts).
 */
export function clientModules(): Plugin {
	let root = "";
	return {
		name: "sobesednik:client-modules",
		apply: "build",
		sharedDuringBuild: true,
		configResolved(config) {
			root = config.root;
		},
		writeBundle(_, bundle) {
			if (this.environment.name !== "client") return;
			const modules = Object.values(bundle)
				.flatMap((file) => (file.type === "chunk" ? Object.entries(file.modules) : []))
				.filter(([, { renderedLength }]) => renderedLength > 0)
				.map(([id]) => relative(root, id.replace(/\?.*$/, "")));
			writeFileSync(join(root, CLIENT_MODULES), JSON.stringify([...new Set(modules)].sort(), null, "\t"));
		},
	};
}
