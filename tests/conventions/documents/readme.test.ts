import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../source-files.ts";

const readme = readFileSync(join(ROOT, "README.ru.md"), "utf8");

test.each(globSync("bin/*/usage.ts", { cwd: ROOT }))("README.ru.md names every command of %s", (path) => {
	const usage = readFileSync(join(ROOT, path), "utf8");
	const commands = [...usage.matchAll(/^ {2}npm run (\w+) -- ([a-z][a-z-]*)/gm)];
	const missing = commands.filter(([, script, command]) => {
		const row = readme.split("\n").find((line) => line.startsWith(`| \`npm run ${script} -- …\``));
		return !row?.includes(`\`${command}\``);
	});
	expect(missing.map(([line]) => line)).toEqual([]);
});
