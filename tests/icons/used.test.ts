import { expect, test } from "vitest";
import { mdi } from "../../app/icons/mdi.ts";
import { listPages } from "../../app/knowledge/pages.server.ts";
import { sourceFiles } from "../conventions/source-files.ts";

test("every bundled icon is used", () => {
	const code = sourceFiles("app")
		.filter(({ path }) => path !== "app/icons/mdi.ts")
		.map(({ text }) => text)
		.join("\n");
	const ofPages = new Set<string>(listPages().map(({ icon }) => icon));
	const unused = Object.keys(mdi).filter((name) => !code.includes(`"${name}"`) && !ofPages.has(name));
	expect(unused).toEqual([]);
});
