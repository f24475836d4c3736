import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

export type Drawings = {
	/** @returns the path of a screen's drawing in the folder: `NAME-THEME-SIZE.png`, in whichever part of it */
	of: (name: string, theme: string, size: string) => string | undefined;
	/** Drawings that no screen has asked for and docs/drawings.md has no word about. */
	forgotten: () => string[];
};

/** @param folder undefined: there are none */
export function openDrawings(folder: string | undefined): Drawings {
	const files = folder ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
	// The first wave lies nearest: of two drawings of one name a screen gets that one.
	const paths = files.filter((file) => file.endsWith(".png")).sort((a, b) => a.length - b.length);
	const wanted = new Set<string>();
	const explained = explainedNames();
	return {
		of: (name, theme, size) => {
			wanted.add(name);
			const files = [`${name}-${theme}-${size}.png`];
			// The narrowest phone is drawn in one theme, which its name leaves out; the wide e-mail's leaves out the size.
			if (size === "320" && theme === "light") files.push(`${name}-320.png`);
			if (size === "desktop") files.push(`${name}-${theme}.png`);
			return paths.find((path) => files.some((file) => path === file || path.endsWith(`/${file}`)));
		},
		forgotten: () => {
			const names = new Set(
				paths.map((path) => path.replace(/(-(light|dark|desktop|mobile|320|1024))+\.png$/, "")),
			);
			return [...names].filter((path) => {
				const name = path.replace(/^.*\//, "");
				const seen = [...wanted].some((one) => path === one || path.endsWith(`/${one}`));
				return (
					!seen &&
					!explained.some((one) => (one.endsWith("…") ? name.startsWith(one.slice(0, -1)) : name === one))
				);
			});
		},
	};
}

/** The drawings that docs/drawings.md names: `chat-voice…` is all that begins so. */
const explainedNames = () =>
	[...readFileSync("docs/drawings.md", "utf8").matchAll(/`([\w-]+…?)`/g)].map(([, name = ""]) => name);

export const isFolder = (path: string | undefined): path is string =>
	path !== undefined && existsSync(path) && statSync(path).isDirectory();
