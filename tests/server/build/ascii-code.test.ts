import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toAscii } from "../../../server/build/ascii-code.ts";
import { ROOT } from "../../conventions/source-files.ts";

test("escapes mean the same in strings, templates, patterns and names", () => {
	const code =
		'const имя = "чай «Ёж» 🦔"; return [имя, `чай – да`, /[а-яё]+ 🦔/u.test("ёж 🦔"), /^[🦔]$/u.test("🦔")]';
	const ascii = toAscii(code);
	expect(ascii).toMatch(/^\p{ASCII}*$/u);
	expect(new Function(ascii)()).toEqual(["чай «Ёж» 🦔", "чай – да", true, true]);
});

test("the server's code is ASCII, and the raw text of a template is nowhere asked for", () => {
	const folder = join(ROOT, "build/server");
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
		name.endsWith(".js"),
	);
	expect(files.length).toBeGreaterThan(5);
	for (const name of files) {
		const code = readFileSync(join(folder, name), "utf8");
		expect(/\P{ASCII}/u.exec(code)?.[0], name).toBeUndefined();
		expect(/String\.raw`[^`]*\\u[0-9a-f]{4}/.exec(code)?.[0], name).toBeUndefined();
	}
});
