import { HttpError } from "../http-client/http-error.server.ts";
import { iconServer } from "./icon-server.server.ts";
import { ICON_PREFIX, type IconSet, type IconShape } from "./icon-set.ts";
import { iconsOfSet } from "./mdi-set.server.ts";

export type ReadIcons = (names: readonly string[]) => Promise<
	| { outcome: "read"; set: IconSet }
	/** The operator allows only the icons of the screens. */
	| { outcome: "no-source" }
	| { outcome: "unreachable"; error: Error }
>;

/**
 * The source of icons that the content names.
 * @param source `ICON_SOURCE`: `self` is the installed set, `none`, or another server's address
 */
export function iconSource(source: string): ReadIcons {
	if (source === "none") return async () => ({ outcome: "no-source" });
	if (source === "self")
		return async (names) => ({ outcome: "read", set: asSet(names, await iconsOfSet(names)) });
	const read = iconServer(source);
	return async (names) => {
		try {
			return { outcome: "read", set: asSet(names, await read(names)) };
		} catch (error) {
			if (error instanceof HttpError || (error instanceof Error && error.name === "ValiError"))
				return { outcome: "unreachable", error };
			throw error;
		}
	};
}

function asSet(names: readonly string[], icons: Map<string, IconShape>): IconSet {
	const missing = names.filter((name) => !icons.has(name));
	return {
		prefix: ICON_PREFIX,
		icons: Object.fromEntries(icons),
		...(missing.length > 0 && { not_found: missing }),
	};
}
