// `npm run check`: format, types, what nobody uses, and the tests that what has changed since main can break, except those that need a
// build. For work in between; `npm test` runs everything.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, environment, ROOT, run, runtime } from "./prepare.mjs";

/** These start the built server, or a browser. */
const NEED_A_BUILD = ["tests/routes/**", "tests/security/**", "tests/server/**", "tests/bin/*.test.ts"];

ensureInstalled();
const node = runtime();
mkdirSync(join(ROOT, "build"), { recursive: true });
const hasMain = spawnSync("git", ["rev-parse", "--verify", "--quiet", "main"], { cwd: ROOT }).status === 0;
const steps = [
	["node_modules/@biomejs/biome/bin/biome", "ci"],
	["node_modules/@react-router/dev/bin.js", "typegen"],
	["node_modules/typescript/bin/tsc", "--incremental", "--tsBuildInfoFile", "build/types.tsbuildinfo"],
	["node_modules/knip/bin/knip.js", "--no-progress"],
	[
		"node_modules/vitest/vitest.mjs",
		"run",
		...(hasMain ? ["--changed", "main"] : ["--changed"]),
		"--passWithNoTests",
		"--reporter=dot",
		...NEED_A_BUILD.flatMap((pattern) => ["--exclude", pattern]),
	],
];
const env = environment({ NODE_ENV: "test" });
// Each step runs, so that one run shows everything.
const codes = steps.map((step) => run([node, ...step], env));
process.exitCode = codes.find((code) => code !== 0) ?? 0;
