// `npm run architecture`: draws docs/architecture.svg, which module imports from which, anew.
import { ensureInstalled, environment, run, runtime } from "./prepare.mjs";

ensureInstalled();
process.exitCode = run([runtime(), "bin/architecture/run.ts"], environment());
