import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const sheets = { app: "", "static-page": "" };
let fonts: string[] = [];

beforeAll(async () => {
	const built = await build({
		root: ROOT,
		configFile: false,
		publicDir: false,
		logLevel: "silent",
		plugins: [tailwindcss()],
		build: {
			write: false,
			assetsInlineLimit: 0,
			rollupOptions: {
				input: { app: `${ROOT}/app/app.css`, "static-page": `${ROOT}/app/shell/static-page/static-page.css` },
			},
		},
	});
	const [result] = [built].flat();
	if (!result || !("output" in result)) throw new Error("Nothing was built");
	for (const file of result.output) {
		const name = /assets\/(app|static-page)-[\w-]+\.css$/.exec(file.fileName)?.[1] as keyof typeof sheets;
		if (name && file.type === "asset") sheets[name] = String(file.source);
		if (file.fileName.endsWith(".woff2")) fonts.push(file.fileName);
	}
	fonts = fonts.sort();
});

test.each(["app", "static-page"] as const)(
	"the switch of the themes comes through the build of %s.css whole",
	(name) => {
		const css = sheets[name];
		expect(css).toMatch(/:root,\[data-theme\]\{--light:initial;--dark: ;/);
		expect(css).toMatch(/\[data-theme=dark\]\{--light: ;--dark:initial/);
		expect(css).toMatch(/prefers-color-scheme:dark\)\{\[data-theme=system\]\{--light: ;--dark:initial/);
		expect(css).toContain("--background:var(--light,#eff4fb) var(--dark,#0f0e16)");
		expect(css).toMatch(/prefers-color-scheme:dark\)\{\.dark\\:hidden:where\(\[data-theme=system\]/);
	},
);

test("the layers come in their order, the kit in the third: a utility can always say the last word", () => {
	for (const css of Object.values(sheets)) {
		const starts = ["theme", "base", "components", "utilities"].map((layer) =>
			css.indexOf(`@layer ${layer}{`),
		);
		expect(starts).toEqual([...starts].sort((a, b) => a - b));
		const [, , components = 0, utilities = 0] = starts;
		for (const piece of [".btn{", ".card{", ".chip{", ".check{", ".appbar{"]) {
			expect(css.indexOf(piece)).toBeGreaterThan(components);
			expect(css.indexOf(piece)).toBeLessThan(utilities);
		}
	}
});

test("the fonts are files of this site, never data and never another host", () => {
	expect(fonts).toHaveLength(5);
	for (const css of Object.values(sheets)) {
		const urls = [...css.matchAll(/url\(([^)]+)\)/g)].map((match) => match[1]);
		expect(urls.filter((url) => !/^"?\/assets\/[\w-]+\.woff2"?$/.test(url ?? ""))).toEqual([]);
	}
});

test("only formulas name the font of formulas, so that a browser loads it with the first of them", () => {
	expect(sheets["static-page"]).not.toContain("formulas");
	const users = sheets.app.split("}").filter((rule) => /font-family:"?Formulas/.test(rule));
	expect(users.map((rule) => rule.replace(/^.*?(@font-face|[:.\w][^{]*)\{.*$/s, "$1"))).toEqual([
		"@font-face",
		":is(.prose,.reasoning-text) math",
	]);
});

test("the font of formulas is small, and has the table by which a browser stretches roots and brackets", async () => {
	const file = await readFile(`${ROOT}/app/ui/fonts/formulas.woff2`);
	expect(file.length).toBeLessThan(100_000);
	expect(knownTables(file)).toContain(MATH_TABLE);
});

/** The number of the table `MATH` in the list of known tables of WOFF2 (https://www.w3.org/TR/WOFF2/#table_dir_format). */
const MATH_TABLE = 31;

/** The numbers of a WOFF2 file's tables; each entry has a byte of flags and its length, seven bits to a byte. */
function knownTables(file: Buffer): number[] {
	const found: number[] = [];
	let at = 48;
	for (let count = file.readUInt16BE(12); count > 0; count--) {
		found.push(file.readUInt8(at++) & 63);
		while (file.readUInt8(at++) & 128);
	}
	return found;
}

test("documents do not carry what only applications show, and stay light", () => {
	for (const only of [".dialog", ".snackbar", ".chat-shell", "--code-keyword"]) {
		expect(sheets["static-page"]).not.toContain(only);
		expect(sheets.app).toContain(only);
	}
	// The page itself and its own piece of CSS have to fit into the 14 KB with it.
	expect(gzipSync(sheets["static-page"], { level: 9 }).length).toBeLessThan(10_000);
});

test("a page dissolves into the next in 100 ms, and not where motion is unwelcome", () => {
	for (const css of Object.values(sheets)) {
		expect(css).toMatch(
			/@media \(prefers-reduced-motion:no-preference\)\{@view-transition\{navigation:auto\}\}/,
		);
		expect(css).toContain("--dur-route:.1s");
	}
});

test("a mix of colours never stands on a token alone: browsers without color-mix would drop it late", () => {
	expect(sheets["static-page"]).not.toMatch(/color-mix\([^)]*var\(/);
});
