import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, sourceFiles } from "./source-files.ts";

/** The frame of the operator's screens. */
const NO_SCREEN = new Set(["/admin/admin"]);

test("axe looks at the screen of each address", () => {
	const routes = readFileSync(join(ROOT, "app/routes.ts"), "utf8");
	const found = routes.matchAll(/route\("([\w/-]+)", "routes\/(admin\/)?[^"]+\.tsx"/g);
	const screens = ["/", ...[...found].map(([, path, within = ""]) => `/${within}${path}`)].filter(
		(path) => !NO_SCREEN.has(path),
	);
	expect(screens.length).toBeGreaterThan(30);
	const journeys = sourceFiles("tests/e2e").filter(({ text }) => text.includes('support/faults.ts"'));
	const unseen = screens.filter(
		(screen) => !journeys.some(({ text }) => new RegExp(`["'\`*]${screen}["'\`?]`).test(text)),
	);
	expect(unseen).toEqual([]);
});

/** A pattern of elements of HTML; those of script alone have a capital. */
const NAMED_ICON = /<[a-z]+\b[^>]*className="icon-btn\b[^>]*aria-label=[^>]*>/g;

test("an icon that can be pressed has its words as text, which text browsers show too", () => {
	const found = sourceFiles("app").flatMap(({ path, text }) =>
		[...text.matchAll(NAMED_ICON)].map(([element]) => `${path}: ${element}`),
	);
	expect(found).toEqual([]);
	const sample = '<button type="submit" className="icon-btn" aria-label={t("hide")}>';
	expect(sample.match(NAMED_ICON)).toEqual([sample]);
});
