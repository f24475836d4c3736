import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

/**
 * `:has()` on the document, on what holds the transcript or on an exchange: every change below it makes the browser match
 * the rule anew, and restyle whatever other `:has()` rules concern.
 */
const HAS_OF_DOCUMENT =
	/(?:^|[\s,{}])(?::root|html|body|main|\.chat-shell|\.chat-panel|\.chat-scroll|\.thread|\.exchange)(?![\w-])[^\s,{>+~]*:has\(/m;

const stylesheets = () =>
	readdirSync(join(ROOT, "app"), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith(".css"))
		.map((entry) => join(entry.parentPath, entry.name));

test("a row of links that scrolls sideways shows no scrollbar: Firefox puts a bar between it and the page", () => {
	const rows = stylesheets().flatMap((file) =>
		[
			...readFileSync(file, "utf8").matchAll(
				/\.(?:[\w-]+-nav|tabs|doc-side) \{[^{}]*overflow-x: auto;[^{}]*/g,
			),
		].map(([rule]) => rule),
	);
	expect(rows.length).toBeGreaterThan(2);
	expect(rows.filter((rule) => !rule.includes("scrollbar-width: none;"))).toEqual([]);
});

test("a thin scrollbar has the colours of its surface: Firefox draws it white on a dark one", () => {
	const rules = stylesheets().flatMap((file) =>
		[...readFileSync(file, "utf8").matchAll(/[^{}]*\{[^{}]*scrollbar-width: thin;[^{}]*/g)].map(
			([rule]) => rule,
		),
	);
	expect(rules.length).toBeGreaterThan(5);
	expect(rules.filter((rule) => !rule.includes("scrollbar-color: var(--"))).toEqual([]);
});

test("no rule asks the whole document or the transcript with :has(): while an answer streams each piece would restyle the page", () => {
	const files = stylesheets();
	expect(files.length).toBeGreaterThan(0);
	expect(
		files.filter((file) => HAS_OF_DOCUMENT.test(readFileSync(file, "utf8"))).map((f) => relative(ROOT, f)),
	).toEqual([]);
	expect(HAS_OF_DOCUMENT.test(".chat-shell:has(.to-last) ~ .snackbar-region {")).toBe(true);
	expect(HAS_OF_DOCUMENT.test("	.exchange:has(:popover-open) .msg-actions {")).toBe(true);
	expect(HAS_OF_DOCUMENT.test(":root:has(.chat-shell:not([data-folded])) .connection-region {")).toBe(true);
});

test("no rule asks by :has() whether something is empty: WebKit does not match it anew when it has been filled", () => {
	const files = stylesheets().filter((file) => /:has\([^{}]*:empty/.test(readFileSync(file, "utf8")));
	expect(files.map((file) => relative(ROOT, file))).toEqual([]);
});
