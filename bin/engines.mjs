// `npm run engines [-- firefox|webkit]`: the main journey in Firefox and in WebKit, on an up-to-date build. Installs them where
// it may; an engine that is missing fails the command.
import { ensureBuilt, ensureInstalled, environment, run, runtime } from "./prepare.mjs";
import { ensureEngines, HOW_TO_INSTALL } from "./test/engines.mjs";

ensureInstalled();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in HOW_TO_INSTALL));
if (unknown.length > 0) {
	console.error(
		`Неизвестный движок: ${unknown.join(", ")}. Известны: ${Object.keys(HOW_TO_INSTALL).join(", ")}.`,
	);
	process.exit(2);
}
ensureBuilt();
const missing = ensureEngines(asked.length > 0 ? asked : undefined);
for (const name of missing) console.error(HOW_TO_INSTALL[name]);
const only = asked.length > 0 ? ["-t", asked.join("|")] : [];
const code = run(
	[runtime(), "node_modules/vitest/vitest.mjs", "run", "--config", "vitest.engines.config.ts", ...only],
	environment({ NODE_ENV: "test" }),
);
process.exitCode = code || (missing.length > 0 ? 1 : 0);
