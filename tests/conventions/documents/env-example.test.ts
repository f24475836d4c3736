import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../../app/platform/config.server.ts";
import { ROOT } from "../source-files.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
/** The lines of .env.example without their comment sign. */
const example = Object.fromEntries(
	[...read(".env.example").matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);
const names = Object.keys(example).sort();

test(".env.example names every setting that the configuration reads, and no other", () => {
	const parts = readdirSync(join(ROOT, "app/platform/settings")).map(
		(name) => `app/platform/settings/${name}`,
	);
	const source = ["app/platform/config.server.ts", ...parts].map(read).join("\n");
	const calls = [
		...source.matchAll(/\b(?:set|integer|oneOf|flag|address|pair|file)\(\s*("[A-Z_]+"(?:, "[A-Z_]+")?)/g),
	];
	const inCode = calls.flatMap(([, list = ""]) => list.match(/[A-Z_]+/g) ?? []);
	// Read in a loop over their names.
	expect(source).toContain('["RECEIPT_TAX_SYSTEM", "RECEIPT_SUBJECT", "RECEIPT_MODE"]');
	expect(names).toEqual([...new Set(inCode)].sort());
});

test("docs/configuration.md names every setting of .env.example", () => {
	const documented = new Set(read("docs/configuration.md").match(/(?<=`)[A-Z_]+(?=`)/g));
	expect(names.filter((name) => !documented.has(name))).toEqual([]);
});

test("docs/operator/settings.md, in Russian, names every setting of .env.example and no other", () => {
	const table = [...read("docs/operator/settings.md").matchAll(/^\| (`[A-Z].*?) \|/gm)].map(
		([, cell = ""]) => cell,
	);
	const documented = table.flatMap((cell) => cell.match(/(?<=`)[A-Z_]+(?=`)/g) ?? []);
	expect([...new Set(documented)].sort()).toEqual(names);
});

test("the values of .env.example are the defaults", () => {
	expect(readConfig(example)).toEqual(readConfig({}));
});

test("every setting of .env.example has a line in Russian above it or above its group", () => {
	for (const group of read(".env.example").split("\n\n")) expect(group).toMatch(/^# [А-ЯЁA-Z0-9]/m);
});
