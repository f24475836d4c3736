import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** All that is run or read beside the build. */
const LINKED = ["app", "content", "node_modules", "package.json", "public"];

/** The id of the build in `root`. */
export const buildIdOf = (root = ROOT): string =>
	JSON.parse(readFileSync(join(root, "build/client/builds/latest.json"), "utf8")).id;

/**
 * The product once more, as if it had been changed and built again: another id, and every script of the browser
 * under another name.
 * @returns its folder, for `startInstance`; the caller removes it
 */
export function makeSecondBuild(id: string): string {
	const root = mkdtempSync(join(tmpdir(), "sobesednik-build-"));
	for (const name of LINKED) symlinkSync(join(ROOT, name), join(root, name));
	cpSync(join(ROOT, "server"), join(root, "server"), { recursive: true });
	// The reports of tests lie there too.
	const filter = (path: string) => basename(path) !== "test-results";
	cpSync(join(ROOT, "build"), join(root, "build"), { recursive: true, filter });
	const before = buildIdOf();
	const scripts = new Set(
		readdirSync(join(root, "build/client/assets")).filter((name) => name.endsWith(".js")),
	);
	const renamed = (text: string) =>
		text
			.replaceAll(before, id)
			// From the beginning of a name only: a long word would be looked through from each of its letters.
			.replace(/(?<![\w.-])[\w.-]+\.js\b/g, (name) =>
				scripts.has(name) ? name.replace(/\.js$/, "-2.js") : name,
			);
	for (const entry of readdirSync(join(root, "build"), { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		if (/\.(br|gz)$/.test(path)) rmSync(path);
		else if (/\.(js|json)$/.test(path)) {
			writeFileSync(path, renamed(readFileSync(path, "utf8")));
			renameSync(path, join(entry.parentPath, renamed(entry.name)));
		}
	}
	return root;
}
