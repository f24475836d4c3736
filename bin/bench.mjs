// `npm run bench [-- name…]`: runs the measurements on an up-to-date build.
import { ensureBuilt, ensureInstalled, environment, exec, runtime } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
exec([runtime(), "bin/bench/run.ts", ...process.argv.slice(2)], environment());
