import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

/** Without `content`: an operator adds files there that the repository does not have. */
const FOLDERS = ["app", "bin", "docs", "public", "server", "tests"];
const exclude = (path: string) => path.includes("node_modules");
const find = (...patterns: string[]) => globSync(patterns, { cwd: ROOT, exclude });
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const files = find(
	...FOLDERS.map((folder) => `${folder}/**/*`),
	"content/**/*",
	"*.*",
	".*",
	"Dockerfile",
	"LICENSE",
);
/** Also each beginning of a path: a folder, `tests/routes/home` for `home.test.tsx`, `docs/decisions/0027`. */
const known = new Set(
	files.flatMap((path) => {
		const ends = [...path.matchAll(/[/.]/g)].map(({ index }) => path.slice(0, index));
		const decision = /^docs\/decisions\/\d{4}/.exec(path)?.[0] ?? path;
		return [path, ...ends, decision];
	}),
);
const exists = (path: string) => known.has(path.replace(/\/$/, ""));

/** The changelog keeps old names. */
const documents = find("*.md", "docs/**/*.md", "{app,content,tests}/**/README.md").filter(
	(path) => path !== "CHANGELOG.md",
);
const foldersIn = (folder: string) =>
	folder === "." ? [] : find(`${folder}/*/`).map((path) => path.slice(folder.length + 1));

/** Every path of the repository that a text cites, with its line; `folders`: the first names that a path can begin with. */
function pathsIn(text: string, folders: readonly string[]): { path: string; line: number }[] {
	const cited = new RegExp(`(?<![\\w/.@$-])(?:${folders.join("|")})/[\\w$][\\w./$+-]*[\\w/]`, "g");
	return text
		.split("\n")
		.flatMap((line, i) => [...line.matchAll(cited)].map(([path]) => ({ path, line: i + 1 })));
}

/** The text with everything but its comments removed, line by line. */
function commentsOf(path: string, text: string): string {
	const comment = /\.(sh|yaml)$|Dockerfile$/.test(path)
		? /^\s*#.*/
		: /^\s*(?:\{?\/\*|\*|\/\/).*|(?<=\s)\/\/ .*/;
	return text
		.split("\n")
		.map((line) => comment.exec(line)?.[0] ?? "")
		.join("\n");
}

test("every path that a document cites exists, from the root or from the document's folder", () => {
	const cited = documents.flatMap((document) => {
		const folder = dirname(document);
		return pathsIn(read(document), [...FOLDERS, ...foldersIn(folder)])
			.filter(({ path }) => !exists(path) && !exists(join(folder, path)))
			.map(({ path, line }) => `${document}:${line}: ${path}`);
	});
	expect(documents.length).toBeGreaterThan(60);
	expect(cited).toEqual([]);
});

test("every link of a document leads to a file", () => {
	const broken = documents.flatMap((document) =>
		[...read(document).matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)]
			.map(([, target = ""]) => target)
			.filter((target) => !exists(normalize(join(dirname(document), target))))
			.map((target) => `${document}: ${target}`),
	);
	expect(broken).toEqual([]);
});

test("every path that a comment cites exists", () => {
	const code = files.filter((path) => /\.(tsx?|m[jt]s|css|sh|yaml)$|Dockerfile$/.test(path));
	const cited = code.flatMap((file) =>
		pathsIn(commentsOf(file, read(file)), FOLDERS)
			.filter(({ path }) => !exists(path))
			.map(({ path, line }) => `${file}:${line}: ${path}`),
	);
	expect(code.length).toBeGreaterThan(1_000);
	expect(cited).toEqual([]);
});

/** Names of other programs: the messages of OTLP, the functions of PDFium. */
const NAMES_OF_OTHERS = /^(ExportTraceServiceRequest|FPDF_\w+)$/;

/** The identifiers in backticks: what is in camel case, in capitals with an underscore, or called. */
function identifiersIn(comment: string): string[] {
	return [...comment.matchAll(/`#?([A-Za-z_$][\w$]*(?:[.#][\w$]+)*)(\(\))?`/g)]
		.filter(([, name = "", call]) => call !== undefined || /[a-z][A-Z]|[A-Z]_[A-Z]/.test(name))
		.map(([, name = ""]) => name);
}

test("every identifier that a comment has in backticks occurs in the code", () => {
	const code = files.filter((path) => /\.(tsx?|m[jt]s|css|json)$/.test(path));
	const sources = code.map((path) => {
		const lines = read(path).split("\n");
		const comments = commentsOf(path, lines.join("\n")).split("\n");
		return { path, comments, code: lines.map((line, i) => line.replace(comments[i] ?? "", "")) };
	});
	const words = new Set(sources.flatMap(({ code }) => code.flatMap((line) => line.match(/[\w$]+/g) ?? [])));
	const cited = sources.flatMap(({ path, comments }) =>
		comments.flatMap((comment, i) =>
			identifiersIn(comment).map((name) => ({ name, at: `${path}:${i + 1}` })),
		),
	);
	const isKnown = (name: string) =>
		NAMES_OF_OTHERS.test(name) || name.split(/[.#]/).every((part) => words.has(part));
	expect(cited.length).toBeGreaterThan(200);
	expect(cited.filter(({ name }) => !isKnown(name)).map(({ name, at }) => `${at}: ${name}`)).toEqual([]);
});

test("identifiers are found in backticks, and plain words are not", () => {
	expect(
		identifiersIn("// `someName`, `MAX_ITEMS`, `run()`, `a.nextOne`, `writing`, `Set-Cookie`, anotherName"),
	).toEqual([...["someName", "MAX_ITEMS", "run", "a.nextOne"]]);
});

test("every test that docs/security.md names for a check exists", () => {
	const rows = [...read("docs/security.md").matchAll(/^\| \d+ \|[^|]*\|([^|]*)\|/gm)];
	const named = rows.flatMap(([, tests = ""]) => [...tests.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
	expect(named.length).toBeGreaterThan(40);
	expect(named.filter((name) => !exists(`tests/security/${name}`))).toEqual([]);
});

test("paths are found in texts and comments, and not in code", () => {
	const text = "see `app/a.ts`,\n(server/b/), https://example.ru/app/c docs/decisions/0001 x/app/routes.ts.";
	expect(pathsIn(text, FOLDERS)).toEqual([
		{ path: "app/a.ts", line: 1 },
		{ path: "server/b/", line: 2 },
		{ path: "docs/decisions/0001", line: 2 },
	]);
	const code = 'import "app/a.ts"; // as in b.ts\n\t/** c.ts */\nx * "d.ts"';
	expect(commentsOf("a.ts", code).split("\n")).toEqual(["// as in b.ts", "\t/** c.ts */", ""]);
});
