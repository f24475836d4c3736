/** The modules of `app/` in layers, from the top to the bottom; an import goes down only. */
export const LAYERS = [
	["routes", "layouts", "services"],
	["doctor"],
	["privacy", "statistics"],
	["legal", "chat"],
	["tools"],
	["files"],
	["billing", "knowledge"],
	["accounts", "shell"],
	["mail", "operator", "backup", "local-model"],
	["platform"],
] as const;

/** The modules beside the layers, which every layer may use, each with the modules that it may use itself. */
export const SIDE_MODULES: Record<string, string[]> = {
	ui: ["icons", "connection"],
	icons: ["http-client", "platform"],
	i18n: [],
	"build-version": ["connection"],
	connection: [],
	"http-client": ["platform"],
};

/** @returns the folder of `app/` that a path lies in; undefined for a loose file and for what is not in `app/` */
export const moduleOf = (path: string): string | undefined => /^app\/([^/]+)\//.exec(path)?.[1];
