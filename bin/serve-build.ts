// The part of `npm run serve` that needs the bundled Node: settings for the framework's server, and graceful
// shutdown.
import { createRequire } from "node:module";

type Application = typeof import("../app/entry.server.tsx");

const BUILD = "build/server/index.js";

const { config, stop } = await startApplication().catch((error: Error) => {
	// A wrong setting stops the start with its sentence, before the framework's server prints a stack.
	if (error.name !== "ConfigError") throw error;
	process.stderr.write(`${error.message}\n`);
	process.exit(1);
});

/** The framework's server imports the same module, and an import starts nothing. */
async function startApplication(): Promise<Application> {
	const { entry } = await import(new URL(`../${BUILD}`, import.meta.url).href);
	const application: Application = entry.module;
	await application.start();
	return application;
}

// The framework's server would not shut down the answers that are being written.
for (const signal of ["SIGTERM", "SIGINT"] as const) {
	process.once(signal, () => void stop().finally(() => process.exit(0)));
}

// By default it would take any free port and listen on every address, in trial mode too.
process.env.PORT = String(config.port);
process.env.HOST = config.host;
process.argv[2] = BUILD;
createRequire(import.meta.url)("../node_modules/@react-router/serve/bin.js");
