// `npm run build`: builds with the framework, compresses the files, lets Node compile the server, and writes the stamp by which `npm start` recognises
// an up-to-date build.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { precompress } from "./precompress.mjs";
import {
	COMPILE_CACHE,
	ensureInstalled,
	environment,
	fingerprint,
	ROOT,
	removeBuildStamp,
	run,
	runtime,
	writeBuildStamp,
} from "./prepare.mjs";

ensureInstalled();
// Computed before the build: a file that changes during the build makes the next start build again. It names the build,
// too, so that servers on which the same sources are built serve the same scripts.
const sources = fingerprint();
removeBuildStamp();
const code = run(
	[runtime(), "node_modules/@react-router/dev/bin.js", "build"],
	environment({ NODE_ENV: "production", SOBESEDNIK_BUILD_ID: sources.slice(0, 12) }),
);
if (code !== 0) process.exit(code);
await precompress(join(ROOT, "build", "client"));
rmSync(COMPILE_CACHE, { recursive: true, force: true });
run([runtime(), "bin/compile.mjs"]);
writeBuildStamp(sources);
