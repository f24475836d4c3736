// `npm run conformance`: each statement of the specification, the tests that bear it, and what they last said.
import { ensureInstalled, environment, run, runtime } from "./prepare.mjs";

ensureInstalled();
process.exitCode = run([runtime(), "bin/conformance/run.ts"], environment());
