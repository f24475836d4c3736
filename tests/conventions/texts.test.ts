import { expect, test } from "vitest";
import { hydratedPageTexts } from "../../app/i18n/ru/hydrated-pages.ts";
import { texts } from "../../app/i18n/ru/index.ts";
import { sourceFiles } from "./source-files.ts";

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Every key of a room, a plural once. */
function keysOf(node: object, prefix = ""): string[] {
	return Object.entries(node).flatMap(([key, value]) => {
		const path = prefix + key.replace(PLURAL, "");
		return typeof value === "object" && !Array.isArray(value) ? keysOf(value, `${path}.`) : [path];
	});
}

const code = sourceFiles("app")
	.filter(({ path }) => !path.startsWith("app/i18n/ru/"))
	.map(({ text }) => text)
	.join("\n");

/** Beginnings of keys whose end is computed: t(`groups.${day}`). */
const computed = [...code.matchAll(/`(?:\w+:)?((?:[\w-]+\.)+)\$\{/g)].map((match) => match[1] ?? "");
/** Beginnings of keys that are read together: t("notes", { returnObjects: true }). */
const together = [...code.matchAll(/t\("(?:\w+:)?([\w.-]+)", \{ returnObjects: true/g)].map(
	(match) => `${match[1]}.`,
);

test.each(Object.entries(texts))("S-0.3 every text of «%s» is used somewhere", (_namespace, tree) => {
	const unsaid = [...new Set(keysOf(tree))].filter(
		(key) =>
			!code.includes(`"${key}"`) &&
			!code.includes(`:${key}"`) &&
			// In the `meta` of a screen there is no `t`.
			!code.includes(`texts.${key}`) &&
			![...computed, ...together].some((begin) => key.startsWith(begin)),
	);
	expect(unsaid).toEqual([]);
});

test.each(Object.entries(texts))(
	"a counted phrase of «%s» has all four Russian forms",
	(_namespace, tree) => {
		const flat = JSON.stringify(tree);
		const counted = [...flat.matchAll(/"([\w-]+)_(one|few|many|other)":/g)];
		const forms = Map.groupBy(counted, (match) => match[1]);
		for (const [key, found] of forms) {
			expect([key, new Set(found.map((match) => match[2])).size]).toEqual([key, 4]);
		}
	},
);

/** Their components are hydrated, but for pages that are static. */
const HYDRATED = [
	"app/layouts/chat",
	"app/routes/chat",
	"app/routes/documents",
	"app/routes/files",
	"app/ui",
];

test("the browser has the texts of what it hydrates: without them a page is another one than the server's", () => {
	const added = [...code.matchAll(/addScreenTexts\("(\w+)"/g)].map((match) => match[1] ?? "");
	// Its components stand in a `noscript` that the server alone fills.
	const known = new Set([...Object.keys(hydratedPageTexts), ...added, "unscripted"]);
	const used = sourceFiles(...HYDRATED)
		.filter(({ path }) => !path.includes(".server.") && !/^app\/routes\/chat\/(import|show)\//.test(path))
		.flatMap(({ path, text }) =>
			[...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names = ""]) =>
				[...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => ({ path, name })),
			),
		);
	expect(used.length).toBeGreaterThan(100);
	expect(used.filter(({ name }) => !known.has(name))).toEqual([]);
});
