// `npm test`: everything that must hold, the same on a laptop and in CI. The last line sums it up.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium, installChromium, NO_CHROMIUM } from "./chromium.mjs";
import { ensureInstalled, environment, run, runtime } from "./prepare.mjs";

ensureInstalled();
const node = runtime();
const total = { passed: 0, failed: 0 };

/** A step that is one check as a whole. */
function check(title, ...commands) {
	console.log(`\n— ${title}`);
	const ok = commands.every((command) => run([node, ...command]) === 0);
	count(title, ok ? 1 : 0, ok ? 0 : 1);
}

/** A step of many tests. */
function vitest(title, ...args) {
	console.log(`\n— ${title}`);
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-results-"));
	const file = join(folder, "results.json");
	const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${file}`];
	const env = environment({ NODE_ENV: "test", ...(chromium && { CHROME: chromium }) });
	const code = run([node, "node_modules/vitest/vitest.mjs", "run", ...reporters, ...args], env);
	const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = readResults(file);
	rmSync(folder, { recursive: true });
	// A file that cannot be loaded, or an error outside any test, fails without a failed test.
	count(title, passed, code !== 0 && failed === 0 ? 1 : failed);
}

function readResults(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return {};
	}
}

function count(title, passed, failed) {
	if (failed > 0) console.log(`\n✗ ${title}`);
	total.passed += passed;
	total.failed += failed;
}

let chromium = await findChromium();
if (!chromium) {
	installChromium();
	chromium = await findChromium();
}

check("Правила оформления", ["node_modules/@biomejs/biome/bin/biome", "ci"]);
check("Типы", ["node_modules/@react-router/dev/bin.js", "typegen"], ["node_modules/typescript/bin/tsc"]);
check("Сборка", ["bin/build.mjs"]);
vitest("Тесты без браузера");
if (chromium) {
	vitest("Тесты в браузере", "--config", "vitest.e2e.config.ts");
} else {
	console.log(`\n✗ Тесты в браузере\n${NO_CHROMIUM}`);
	count("Тесты в браузере", 0, 1);
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
