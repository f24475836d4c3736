// `npm run conformance`: lists each statement of the specification with the tests that cover it and their last results.
import { ensureInstalled, environment, run, runtime } from "./prepare.mjs";

ensureInstalled();
process.exitCode = run([runtime(), "bin/conformance/run.ts"], environment());
