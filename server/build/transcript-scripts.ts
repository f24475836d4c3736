import type { Plugin, Rolldown } from "vite";

const VIRTUAL_ID = "virtual:transcript-scripts";
const TRANSCRIPT = /\/app\/routes\/chat\/transcript\/transcript\.tsx$/;
/** The modules that every page of the chat loads. */
const CHAT = /\/app\/(entry\.client|root|layouts\/chat|routes\/chat\/index)\.tsx/;

/**
 * Gives the server the addresses of the scripts that a page with a transcript needs besides those of the chat, through
 * `import urls from "virtual:transcript-scripts"`: the page names them, so that they do not wait for the others. The
 * client is built before the server, so the hashed names are known by then. In the browser the list is empty.
 */
export function transcriptScripts(): Plugin {
	let urls: string[] = [];
	return {
		name: "sobesednik:transcript-scripts",
		sharedDuringBuild: true,
		generateBundle(_, bundle) {
			if (this.environment.name !== "client") return;
			const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
			const startOf = (module: RegExp) =>
				chunks.filter(({ facadeModuleId }) => facadeModuleId && module.test(facadeModuleId));
			const known = importedBy(startOf(CHAT), bundle);
			urls = [...importedBy(startOf(TRANSCRIPT), bundle)].filter((name) => !known.has(name));
			urls = urls.map((name) => `/${name}`);
		},
		resolveId(id) {
			return id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined;
		},
		load(id) {
			if (id !== `\0${VIRTUAL_ID}`) return undefined;
			return `export default ${JSON.stringify(this.environment.name === "client" ? [] : urls)};`;
		},
	};
}

/** The chunks, and all that they import without waiting, by file name. */
function importedBy(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
	const names = new Set(chunks.map(({ fileName }) => fileName));
	// A set also iterates over what is added during the iteration.
	for (const name of names) {
		const chunk = bundle[name];
		if (chunk?.type === "chunk") for (const next of chunk.imports) names.add(next);
	}
	return names;
}
