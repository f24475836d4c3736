import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A route as the build knows it, whatever `app/routes.ts` looks like today. */
export type BuiltRoute = {
	id: string;
	/** The full address. */
	path: string;
	hasAction: boolean;
	hasLoader: boolean;
	/** No screen: a resource route. */
	isResource: boolean;
	/** Its id and those of everything around it, the outermost first. */
	chain: string[];
};

type Entry = {
	id: string;
	parentId?: string;
	path?: string;
	hasAction: boolean;
	hasLoader: boolean;
	hasDefaultExport: boolean;
};

const ASSETS = fileURLToPath(new URL("../../build/client/assets", import.meta.url));

/** All addresses of the build, from the manifest that it gives to browsers; layouts are in the chains. */
export function builtRoutes(): BuiltRoute[] {
	const manifest = readdirSync(ASSETS).find((name) => /^manifest-\w+\.js$/.test(name));
	const text = readFileSync(`${ASSETS}/${manifest}`, "utf8");
	const { routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as {
		routes: Record<string, Entry>;
	};
	const chainOf = (entry: Entry): Entry[] => {
		const parent = entry.parentId ? routes[entry.parentId] : undefined;
		return [...(parent ? chainOf(parent) : []), entry];
	};
	return Object.values(routes)
		.filter(({ id }) => id !== "root" && !id.startsWith("layouts/"))
		.map((entry) => {
			const chain = chainOf(entry);
			return {
				id: entry.id,
				path: `/${chain.flatMap(({ path }) => path || []).join("/")}`.replace("/*", "/nowhere"),
				hasAction: entry.hasAction,
				hasLoader: entry.hasLoader,
				isResource: !entry.hasDefaultExport,
				chain: chain.map(({ id }) => id),
			};
		});
}

/** The address of a screen's data. */
export const dataOf = (path: string): string => (path === "/" ? "/_root.data" : `${path}.data`);
