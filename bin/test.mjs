// `npm test`: runs every check. The last line is the sum. `npm test -- chat` runs the tests whose path contains «chat», with
// and without a browser, on an up-to-date build. `npm run test:full`, as in CI: the same with the long tests at their full
// length (tests/support/extent.ts), the other engines, and the weights beside the recorded ones.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, environment, ROOT, run, runtime } from "./prepare.mjs";
import { findChromium, NO_CHROMIUM, SHELL } from "./test/chromium.mjs";
import { ensureEngines, HOW_TO_INSTALL } from "./test/engines.mjs";
import { failuresIn } from "./test/failures.mjs";
import { findLynx } from "./test/lynx.mjs";
import { runBeside } from "./test/run-beside.mjs";
import { installPackages } from "./test/system-packages.mjs";

const RESULTS = join(ROOT, "build/test-results");

ensureInstalled();
const node = runtime();
moveTempFolderToMemory();
const total = { passed: 0, failed: 0 };
const failures = [];
const FULL = "--full";
const isFull = process.argv.includes(FULL);
if (isFull) process.env.TEST_EXTENT = "full";
/** Parts of paths, and options of vitest such as `-t name`; without any, everything runs. */
const parts = process.argv.slice(2).filter((part) => part !== FULL);

/**
 * Places the databases of the tests in memory when there is room: on a disk each commit waits for a sync, and the tests
 * take twice as long.
 */
function moveTempFolderToMemory() {
	const memory = "/dev/shm";
	if (!existsSync(memory) || !existsSync("/proc/mounts")) return;
	const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
	const mount = mounts.find((line) => line.split(" ")[1] === memory);
	const { bavail, bsize } = statfsSync(memory);
	// PostgreSQL runs from this folder, and the test of the image builds there.
	if (!mount || mount.includes("noexec") || bavail * bsize < 4 * 2 ** 30) return;
	const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	for (const name of readdirSync(memory)) {
		// Left behind by a run that was killed.
		const pid = /^sobesednik-tests-(\d+)$/.exec(name)?.[1];
		if (pid && !existsSync(`/proc/${pid}`)) remove(join(memory, name));
	}
	const folder = join(memory, `sobesednik-tests-${process.pid}`);
	mkdirSync(folder);
	// PostgreSQL runs as another user, which needs search permission only.
	chmodSync(folder, 0o711);
	process.env.TMPDIR = folder;
	// The tests start hundreds of processes from the same sources: with the cache each source is compiled once.
	process.env.NODE_COMPILE_CACHE = join(folder, "compiled");
	process.once("exit", () => remove(folder));
}

/**
 * Runs steps at the same time: one alone leaves half of the machine idle. The output of the first step is shown at
 * once, that of the others when all have ended.
 */
async function together(...steps) {
	const [first, ...others] = steps.map((step, at) => step(at === 0));
	await first;
	for (const other of others) process.stdout.write(await other);
}

/** A step that counts as one test. */
const check =
	(title, ...commands) =>
	async (isShown = true) => {
		let printed = `\n— ${title}\n`;
		if (isShown) process.stdout.write(printed);
		let ok = true;
		for (const command of commands) {
			const ended = ok && (await runBeside([node, ...command], { isShown }));
			ok = ended && ended.code === 0;
			printed += ended ? ended.printed : "";
		}
		return printed + count(title, ok ? 1 : 0, ok ? 0 : 1, isShown);
	};

/** One step after another, as one of several that run at the same time. */
const inTurn =
	(...steps) =>
	async (isShown) => {
		let printed = "";
		for (const step of steps) printed += await step(isShown);
		return printed;
	};

/** A step of many tests. `npm run conformance` reads the report. */
const vitest =
	(title, name, ...args) =>
	async (isShown = true) => {
		const heading = `\n— ${title}\n`;
		if (isShown) process.stdout.write(heading);
		const file = join(RESULTS, `${name}.json`);
		const reporters = ["dot", "./bin/test/failure-reporter.mjs", "json"].map((one) => `--reporter=${one}`);
		const env = environment({ NODE_ENV: "test", ...(chromium && { CHROME: chromium }) });
		const command = [
			node,
			"node_modules/vitest/vitest.mjs",
			"run",
			...reporters,
			`--outputFile.json=${file}`,
			...args,
		];
		const { code, printed } = await runBeside(command, { env, isShown });
		const report = readResults(file);
		const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report;
		const reported = failuresIn(report, ROOT);
		failures.push(...reported);
		if (code !== 0 && reported.length === 0) failures.push(`✗ ${title}: ошибка вне тестов, названа выше`);
		// A file that cannot be loaded, or an error outside of tests, fails the run without a failed test.
		return heading + printed + count(title, passed, code !== 0 && failed === 0 ? 1 : failed, isShown);
	};

/** A part may have no tests in one of the two suites. */
function filter() {
	return parts.length > 0 ? [...parts, "--passWithNoTests"] : [];
}

function readResults(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch {
		return {};
	}
}

/** @returns what it prints, where that is not shown at once */
function count(title, passed, failed, isShown = true) {
	total.passed += passed;
	total.failed += failed;
	const printed = failed > 0 ? `\n✗ ${title}\n` : "";
	if (isShown) process.stdout.write(printed);
	return printed;
}

let chromium = await findChromium();
for (const name of [SHELL, "chromium"]) {
	if (chromium) break;
	installPackages(name);
	chromium = await findChromium();
}
// Without lynx its test fails with an explanation.
if (!findLynx()) installPackages("lynx");

if (parts.length > 0) ensureBuilt();
else await checkSources();

/** Format, types and a new build. */
async function checkSources() {
	await together(
		check("Сборка", ["bin/build.mjs"]),
		inTurn(
			check("Правила оформления", ["node_modules/@biomejs/biome/bin/biome", "ci"]),
			check(
				"Типы",
				["node_modules/@react-router/dev/bin.js", "typegen"],
				["node_modules/typescript/bin/tsc"],
			),
			check("Что никем не используется", ["node_modules/knip/bin/knip.js", "--no-progress"]),
		),
	);
}

rmSync(RESULTS, { recursive: true, force: true });
const withoutBrowser = vitest("Тесты без браузера", "node", ...filter());
const inBrowser = vitest("Тесты в браузере", "browser", "--config", "vitest.e2e.config.ts", ...filter());
if (chromium) await together(withoutBrowser, inBrowser);
else {
	await withoutBrowser();
	console.log(`\n${NO_CHROMIUM}`);
	count("Тесты в браузере", 0, 1);
}

/** Engines in which nothing was run. That fails no run, since not every machine can have them, but is said at its end. */
let missingEngines = [];
if (parts.length === 0 ? isFull : parts.some((part) => part.includes("engines"))) {
	missingEngines = ensureEngines();
	await vitest("Тесты в Firefox и WebKit", "engines", "--config", "vitest.engines.config.ts", ...filter())();
}

if (parts.length === 0) await check("Утверждения спецификации", ["bin/conformance/run.ts", "--quiet"])();

// Bytes and counts, and what is worse than recorded. Figures fail no test: the machine that runs them is shared.
if (parts.length === 0 && isFull && chromium) {
	console.log("\n— Вес страниц и старт рядом с записанными (на итог не влияет)");
	const measured = ["--compare", "--rounds=1", "weights", "packages", "start=2"];
	run([node, "bin/bench/run.ts", ...measured], environment({ CHROME: chromium }));
}

if (parts.length === 0 && !isFull) console.log("\nВсё остальное, как в CI: npm run test:full");
for (const name of missingEngines) console.log(`\n! Не проверено: ${HOW_TO_INSTALL[name]}`);
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
