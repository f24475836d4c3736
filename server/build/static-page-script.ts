import { resolve } from "node:path";
import type { Plugin } from "vite";

const VIRTUAL_ID = "virtual:static-page-script";

/**
 * Builds the small script of the static pages as a chunk of its own beside the framework's, and gives the server its
 * address through `import url from "virtual:static-page-script"`. The client is built before the server, so the hashed
 * name is known by then.
 */
export function staticPageScript(entry: string): Plugin {
	let url = "";
	let reference = "";
	let serving = false;
	return {
		name: "sobesednik:static-page-script",
		sharedDuringBuild: true,
		configResolved(config) {
			serving = config.command === "serve";
		},
		buildStart() {
			if (serving || this.environment.name !== "client") return;
			reference = this.emitFile({ type: "chunk", id: resolve(entry), name: "static-page" });
		},
		generateBundle() {
			if (serving || this.environment.name !== "client") return;
			url = `/${this.getFileName(reference)}`;
		},
		resolveId(id) {
			return id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined;
		},
		load(id) {
			if (id !== `\0${VIRTUAL_ID}`) return undefined;
			return `export default ${JSON.stringify(serving ? `/${entry}` : url)};`;
		},
	};
}
