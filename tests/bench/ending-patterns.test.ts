import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

/**
 * Texts of strangers for which a pattern of these functions once tried every way to share them out: of this length it
 * would not end within a day. What passes a text once needs a moment, and minutes on a busy machine.
 */
const LONG = 1_000_000;
const CASES: [what: string, module: string, call: string, result: unknown][] = [
	[
		"a picture's first bytes: comments without end",
		"app/files/reading/pictures/picture-type.server.ts",
		`pictureOf(Buffer.from("<!---->".repeat(73)))`,
		null,
	],
	[
		"a logo: comments without a drawing",
		"app/operator/look/logo.server.ts",
		`readLogo(Buffer.from("<!---->".repeat(20_000))).outcome`,
		"no-logo",
	],
	[
		"a logo: comments that do not end",
		"app/operator/look/logo.server.ts",
		`readLogo(Buffer.from("<svg " + "<!--".repeat(50_000) + "</svg>")).outcome`,
		"unsafe",
	],
	[
		"a logo: tags that do not end",
		"app/operator/look/logo.server.ts",
		`readLogo(Buffer.from("<svg " + "<".repeat(200_000) + "</svg>")).outcome`,
		"unsafe",
	],
	[
		"a question about a part of a document",
		"app/chat/context/named-part.server.ts",
		`namedPart("часть" + " ".repeat(${LONG}) + "стр." + " ".repeat(${LONG}))`,
		null,
	],
	[
		"a passage with dotted lines",
		"app/files/passages/rank-passages.server.ts",
		`scorePassages([{ section: null, text: "слово " + ".".repeat(${LONG}) }], [{ stem: "слов", weight: 1, idf: 1 }])[0] > 0`,
		true,
	],
	[
		"a model's title",
		"app/chat/titles/title-of-model.server.ts",
		`titleOfModel("a" + ". ".repeat(${LONG}) + "b")`,
		"",
	],
	[
		"a line of the log",
		"app/platform/redact.server.ts",
		`redactText("a".repeat(${LONG}) + " " + "b.".repeat(${LONG}) + "@", []).length`,
		2 * LONG + 10,
	],
	[
		"an edition's title",
		"app/legal/editions/draft.server.ts",
		`editionTextOf("---\\nversion: 2026-01-01\\ndate: 2026-01-01\\ndescription: d" + "\\n".repeat(${LONG}) + "title: T\\n---\\n## A\\n\\n1. B\\n").title`,
		"T",
	],
];

const folder = mkdtempSync(join(tmpdir(), "sobesednik-patterns-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pattern that does not end cannot be stopped in this process. */
test.each(CASES)("check 54: the work is that of one pass: %s", async (_, module, call, result) => {
	const name = /\w+/.exec(call)?.[0] ?? "";
	const program = join(folder, `${name}-${Math.random()}.mjs`);
	writeFileSync(
		program,
		`import { ${name} } from ${JSON.stringify(resolve(module))};\nconsole.log(JSON.stringify(${call}));\n`,
	);
	const { stdout } = await promisify(execFile)(process.execPath, ["--no-warnings", program], {
		timeout: 500_000,
		killSignal: "SIGKILL",
	});
	expect(JSON.parse(stdout)).toEqual(result);
});
