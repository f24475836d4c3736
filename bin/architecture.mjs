// `npm run architecture`: redraws docs/architecture.svg, which shows what each module imports from.
import { ensureInstalled, environment, run, runtime } from "./prepare.mjs";

ensureInstalled();
process.exitCode = run([runtime(), "bin/architecture/run.ts"], environment());
