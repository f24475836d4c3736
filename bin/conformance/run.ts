import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { coverageOf } from "./coverage.ts";
import { STATEMENTS } from "./statements.ts";

/**
 * Lists the statements of the specification with the tests that cover them and their results in the last `npm test`.
 * Exit code 1 when a statement has no test, or one that failed.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "build/test-results");
if (!existsSync(folder)) {
	console.error("Сначала выполните npm test: здесь показывается то, что он нашёл.");
	process.exit(2);
}
const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
const coverage = coverageOf(reports, root);
const unknown = [...coverage.keys()].filter((id) => !(id in STATEMENTS));
const missing: string[] = [];

for (const [id, statement] of Object.entries(STATEMENTS)) {
	const { files, passed, failed } = coverage.get(id) ?? { files: [], passed: 0, failed: 0 };
	if (passed === 0 || failed > 0) missing.push(id);
	const result = failed > 0 ? `${failed} failed` : passed > 0 ? `${passed} passed` : "no test";
	if (!process.argv.includes("--quiet")) console.log([id, statement, result, files.join(", ")].join("\t"));
}
const count = Object.keys(STATEMENTS).length;
console.log(`${count - missing.length} of ${count} statements hold`);
if (missing.length > 0) console.error(`Without a test that passes: ${missing.join(", ")}`);
if (unknown.length > 0) console.error(`Named by tests, and no statement: ${unknown.join(", ")}`);
process.exitCode = missing.length + unknown.length > 0 ? 1 : 0;
