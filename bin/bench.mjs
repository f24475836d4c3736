// `npm run bench [-- name…]`: the measurements, on an up-to-date build.
import { become, ensureBuilt, ensureInstalled, environment, runtime } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
become([runtime(), "bin/bench/run.ts", ...process.argv.slice(2)], environment());
