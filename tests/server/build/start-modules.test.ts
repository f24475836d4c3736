import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../conventions/source-files.ts";

const SERVER = join(ROOT, "build/server");
/** Words that only the code of a package has. */
const LATER = { pg: "SCRAM-SHA-256", nodemailer: "SMTPConnection", aws4fetch: "AWS4-HMAC-SHA256" };
const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)\s*(?:[^;"'()]*?from\s*)?["'](\.[^"']+)["']/g;

/** The build's files that are loaded with a file, by its static imports. */
function filesLoadedWith(file: string, found = new Map<string, string>()): Map<string, string> {
	if (found.has(file)) return found;
	const text = readFileSync(file, "utf8");
	found.set(file, text);
	for (const [, path = ""] of text.matchAll(STATIC_IMPORT)) filesLoadedWith(join(dirname(file), path), found);
	return found;
}

test.each(Object.entries(LATER))("a start does not load %s, which is used by few or later", (_, word) => {
	const loaded = [...filesLoadedWith(join(SERVER, "index.js"))];
	expect(loaded.length).toBeGreaterThan(5);
	expect(loaded.filter(([, text]) => text.includes(word)).map(([file]) => file)).toEqual([]);
	// The package is in the build, by its words.
	const assets = readdirSync(join(SERVER, "assets")).map((name) =>
		readFileSync(join(SERVER, "assets", name), "utf8"),
	);
	expect(assets.some((text) => text.includes(word))).toBe(true);
});
