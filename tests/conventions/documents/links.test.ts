import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../source-files.ts";

const inFolder = (folder: string, recursive = false) =>
	readdirSync(join(ROOT, folder), { recursive })
		.map((name) => join(folder, String(name)))
		.filter((path) => path.endsWith(".md"));
const pages = [
	...inFolder("."),
	...inFolder("docs", true),
	...inFolder("tests"),
	...inFolder("deploy", true),
];

/** Without the code, whose brackets are no links and whose signs are no headings. */
const read = (path: string) => readFileSync(join(ROOT, path), "utf8").replace(/^```[\s\S]*?^```$/gm, "");

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(path: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading = ""] of read(path).matchAll(/^#{1,6} (.+)$/gm)) {
		const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
		const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
		let nth = 0;
		while (anchors.has(nth === 0 ? anchor : `${anchor}-${nth}`)) nth++;
		anchors.add(nth === 0 ? anchor : `${anchor}-${nth}`);
	}
	return anchors;
}

test("every link from a document of ours to a file of ours leads to a file, and to a heading in it", () => {
	const links = pages.flatMap((page) =>
		[...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => ({ page, to })),
	);
	const own = links.filter(({ to }) => !/^[a-z]+:/.test(to));
	expect(own.length).toBeGreaterThan(300);
	const broken = own.filter(({ page, to }) => {
		const [path = "", anchor] = to.split("#", 2);
		const file = path === "" ? page : join(dirname(page), decodeURI(path));
		if (!existsSync(join(ROOT, file))) return true;
		return anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).has(decodeURI(anchor));
	});
	expect(broken.map(({ page, to }) => `${page}: ${to}`)).toEqual([]);
});
