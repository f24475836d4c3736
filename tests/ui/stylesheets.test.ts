import { readdir, readFile } from "node:fs/promises";
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
	expect(fonts).toHaveLength(10);
	for (const css of Object.values(sheets)) {
		const urls = [...css.matchAll(/url\(([^)]+)\)/g)].map((match) => match[1]);
		expect(urls.filter((url) => !/^"?\/assets\/[\w-]+\.woff2"?$/.test(url ?? ""))).toEqual([]);
	}
});

/** The faces of a family: the name of the file, and the characters for which it loads. */
async function facesOf(family: string) {
	const css = await readFile(`${ROOT}/app/ui/fonts.css`, "utf8");
	const faces = css.split("@font-face").filter((face) => face.includes(`"${family}"`));
	return faces.map((face) => ({
		file: /fonts\/([\w-]+\.woff2)/.exec(face)?.[1] ?? "",
		weights: /font-weight: ([\d ]+)/.exec(face)?.[1],
		characters: charactersOf(/unicode-range:([^;]+)/.exec(face)?.[1] ?? ""),
	}));
}

/** `U+0020-007E, U+00A0` as single characters. */
function charactersOf(ranges: string): string[] {
	return ranges.split(",").flatMap((range) => {
		const [first = 0, last = first] = range
			.trim()
			.slice(2)
			.split(/-(?:U\+)?/)
			.map((code) => Number.parseInt(code, 16));
		return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
	});
}

const isOfFirstView = ({ file }: { file: string }) => /-(russian|signs|basic-latin)\.woff2$/.test(file);

test("the preloaded fonts are 20 KB at most, and 30 KB with Latin letters", async () => {
	const faces = (await facesOf("Golos Text")).filter(isOfFirstView);
	const root = await readFile(`${ROOT}/app/root.tsx`, "utf8");
	const preloaded = faces.filter(({ file }) => root.includes(`/${file}?url`));
	const sizeOf = async (files: typeof faces) => {
		const read = files.map(({ file }) => readFile(`${ROOT}/app/ui/fonts/${file}`));
		return (await Promise.all(read)).reduce((sum, { length }) => sum + length, 0);
	};
	expect(preloaded).toHaveLength(2);
	expect(await sizeOf(preloaded)).toBeLessThanOrEqual(20_000);
	expect(await sizeOf(faces)).toBeLessThanOrEqual(30_000);
});

test.each(["Golos Text", "JetBrains Mono"])("each character of %s loads one file", async (family) => {
	const faces = await facesOf(family);
	const characters = faces.flatMap((face) => face.characters);
	expect(characters.filter((character, i) => characters.indexOf(character) !== i)).toEqual([]);
	// With different ranges of weights a browser would look in the faces of one range only.
	expect(new Set(faces.map(({ weights }) => weights))).toEqual(new Set(["400 700"]));
	// What was cut is what is asked for.
	const script = await readFile(`${ROOT}/app/ui/fonts/cut.sh`, "utf8");
	const ranges = new Map([...script.matchAll(/^([A-Z_]+)=(U\+.*)$/gm)].map((line) => [line[1], line[2]]));
	for (const { file, characters } of faces.filter(isOfFirstView)) {
		const [, names = ""] = new RegExp(`^cut \\S+ ${file} "([^"]+)"`, "m").exec(script) ?? [];
		const asked = names.split(",").map((name) => ranges.get(name.slice(1)) ?? "");
		expect(characters.sort()).toEqual(asked.flatMap(charactersOf).sort());
	}
});

test("our own texts need only the fonts of a first view", async () => {
	const later = (await facesOf("Golos Text")).filter((face) => !isOfFirstView(face));
	const characters = new Set(later.flatMap((face) => face.characters));
	const found: string[] = [];
	for (const folder of ["app/i18n/ru", "content"]) {
		for (const file of await readdir(`${ROOT}/${folder}`, { recursive: true, withFileTypes: true })) {
			if (!/\.(ts|md|json)$/.test(file.name)) continue;
			const text = await readFile(`${file.parentPath}/${file.name}`, "utf8");
			for (const character of text) if (characters.has(character)) found.push(`${file.name}: ${character}`);
		}
	}
	expect(found).toEqual([]);
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
