import { expect, test } from "vitest";
import { importsOf } from "./imports-of.ts";
import { sourceFiles } from "./source-files.ts";

/** The code of the operator's screens: nobody reads conversations there, in any role. */
const OPERATORS =
	/^app\/(routes\/admin|accounts\/staff|accounts\/newsletters|billing\/staff|doctor|statistics|operator)\//;

/** What reads conversations, their titles and instructions, and files; also of one's own. */
const READING = /^app\/(chat\/(conversations|search|export|import|prompts|context|titles)|files|privacy)\//;

/** The one way to a conversation: it opens no other than one that its owner shows at this moment. */
const GATE = "app/chat/support-access/open-shown.server.ts";
const OPENED_BY = "app/routes/admin/shown/open-shown.server.ts";

/** Objects of the process, of which a screen takes the catalogue of models. */
const PROCESS = "app/chat/services.server.ts";
/** They lie among what reads conversations, and read none. */
const HARMLESS = [
	// A condition for rows.
	"app/chat/conversations/not-deleted.server.ts",
	// The operator's own instruction, a file of `content/`.
	"app/chat/context/instruction.server.ts",
	// How an answer goes on, for a provider.
	"app/chat/context/continuation.server.ts",
	// Numbers.
	"app/files/file-limits.ts",
	// The wire of a bucket.
	"app/files/blobs/s3/s3-client.server.ts",
];

const app = sourceFiles("app");
const imports = new Map(
	app.map((file) => [
		file.path,
		importsOf(file).flatMap(({ target, isType }) => (isType || !target.startsWith("app/") ? [] : [target])),
	]),
);

/** All that a file reaches, each with the one that imports it; not through what stands at an end. */
function reached(from: string, ends: readonly string[]): Map<string, string> {
	const found = new Map<string, string>();
	const queue = [from];
	for (let path = queue.pop(); path; path = queue.pop()) {
		for (const target of imports.get(path) ?? []) {
			if (found.has(target)) continue;
			found.set(target, path);
			if (!ends.includes(target)) queue.push(target);
		}
	}
	return found;
}

test("nothing under the operator's screens reaches what reads conversations", () => {
	const screens = app.filter(({ path }) => OPERATORS.test(path));
	expect(screens.length).toBeGreaterThan(150);
	const wrong = screens.flatMap(({ path }) =>
		[...reached(path, [GATE, PROCESS, ...HARMLESS])]
			.filter(([target]) => READING.test(target) && !HARMLESS.includes(target))
			.map(([target, by]) => `${path} → … ${by} → ${target}`),
	);
	expect(wrong).toEqual([]);
});

test("a shown conversation is opened in one place, by the one function that needs a live access", () => {
	const openers = [...imports].filter(([, targets]) => targets.includes(GATE)).map(([path]) => path);
	expect(openers).toEqual([OPENED_BY]);
	// Without the gate the same walk finds what it is there to find.
	expect([...reached(OPENED_BY, [PROCESS]).keys()].some((target) => READING.test(target))).toBe(true);
	const asksForAccess = app.find(({ path }) => path === GATE)?.text ?? "";
	expect(asksForAccess).toMatch(/\.where\(isLive\(now\)\)/);
	expect(asksForAccess.match(/^export (async )?function/gm)).toHaveLength(1);
});
