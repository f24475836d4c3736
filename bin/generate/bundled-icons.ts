// Writes app/icons/mdi.ts, the icons that travel to browsers, from the installed set: node bin/generate/bundled-icons.ts
// [name…]. The names are those of the file and the given ones; a test fails when an unused one is left, or when the set
// has changed.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mdi } from "../../app/icons/mdi.ts";
import { iconsOfSet } from "../../app/icons/mdi-set.server.ts";

const FILE = "app/icons/mdi.ts";

const names = [...new Set([...Object.keys(mdi), ...process.argv.slice(2)])].sort();
const icons = await iconsOfSet(names);
const missing = names.filter((name) => !icons.has(name));
if (missing.length > 0) throw new Error(`The set has no icon ${missing.join(", ")}.`);

const lines = [...icons].map(([name, { body }]) => {
	const path = /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(body)?.[1];
	if (!path) throw new Error(`The icon ${name} is more than one path.`);
	return `\t${JSON.stringify(name)}: ${JSON.stringify(path)},`;
});
writeFileSync(
	FILE,
	`/**
 * The icons of Material Design Icons (Pictogrammers, Apache 2.0) that the screens show in their first view: name →
 * path in a 24 × 24 box. Only icons in use. Written by bin/generate/bundled-icons.ts.
 */
export const mdi = {
${lines.join("\n")}
};
`,
);
process.exitCode =
	spawnSync("node_modules/.bin/biome", ["check", "--write", FILE], { stdio: "inherit" }).status ?? 1;
