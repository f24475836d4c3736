// `npm run doctor`: what is stuck and which settings are not in order, also beside a running server.
import { ensureInstalled, environment, exec, runtime } from "./prepare.mjs";

ensureInstalled();
exec([runtime(), "bin/doctor/run.ts", ...process.argv.slice(2)], environment());
