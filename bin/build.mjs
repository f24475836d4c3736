// `npm run build`: the framework's build, its compressed copies, and the stamp by which `npm start` knows it.
import { join } from "node:path";
import { precompress } from "./precompress.mjs";
import {
	ensureInstalled,
	environment,
	fingerprint,
	forgetBuild,
	ROOT,
	run,
	runtime,
	stampBuild,
} from "./prepare.mjs";

ensureInstalled();
// Taken before: what is changed while building must be built again.
const sources = fingerprint();
forgetBuild();
const code = run(
	[runtime(), "node_modules/@react-router/dev/bin.js", "build"],
	environment({ NODE_ENV: "production" }),
);
if (code !== 0) process.exit(code);
await precompress(join(ROOT, "build", "client"));
stampBuild(sources);
