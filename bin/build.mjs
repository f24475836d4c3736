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
// Computed before the build: a file that changes during the build makes the next start build again.
const sources = fingerprint();
removeBuildStamp();
const code = run(
	[runtime(), "node_modules/@react-router/dev/bin.js", "build"],
	environment({ NODE_ENV: "production" }),
);
if (code !== 0) process.exit(code);
await precompress(join(ROOT, "build", "client"));
rmSync(COMPILE_CACHE, { recursive: true, force: true });
run([runtime(), "bin/compile.mjs"]);
writeBuildStamp(sources);
