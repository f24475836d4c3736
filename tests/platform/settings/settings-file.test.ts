import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPlans } from "../../../app/billing/plans/plans.server.ts";
import { readModelsFile } from "../../../app/chat/providers/models-file.server.ts";
import { readDetails } from "../../../app/operator/read-details.server.ts";
import { readToolsFile } from "../../../app/tools/mcp/tools-file.server.ts";

const folder = mkdtempSync(join(tmpdir(), "settings-"));
function written(text: string): string {
	const path = join(folder, `${crypto.randomUUID()}.json`);
	writeFileSync(path, text);
	return path;
}

const readers: [string, (path: string) => unknown][] = [
	["plans", readPlans],
	["models", (path) => readModelsFile(path, 1_000)],
	["tools", readToolsFile],
];

test.each(readers)("a file of %s that is missing, a folder or no JSON is named", (_, read) => {
	expect(() => read(join(folder, "none.json"))).toThrow("none.json: такого файла нет.");
	expect(() => read(folder)).toThrow(`${folder}: не читается (EISDIR).`);
	const cut = written('{"servers": [');
	expect(() => read(cut)).toThrow(`${cut}: это не JSON.`);
});

test("every issue is said with its place", () => {
	const path = written('{"servers": [{"key": 1, "title": 2}]}');
	expect(() => readToolsFile(path)).toThrow(/servers\.0\.key: .*\n?.*servers\.0\.title: /s);
	const details = written('{"refundDays": "десять"}');
	expect(() => readDetails(details, { name: "Имя", url: "https://example.ru" })).toThrow(
		`${details}: refundDays: `,
	);
});

test("a byte order mark, as some editors of Windows write it, is no fault", () => {
	const details = readDetails(written('\uFEFF{"fullName": "ООО «Чай»"}'), {
		name: "Имя",
		url: "https://example.ru",
	});
	expect(details["operator.fullName"]).toBe("ООО «Чай»");
});
