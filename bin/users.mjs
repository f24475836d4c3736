// `npm run users -- …`: people and their accounts, from the command line, also beside a running server.
import { become, ensureInstalled, environment, runtime } from "./prepare.mjs";

ensureInstalled();
become([runtime(), "bin/users/run.ts", ...process.argv.slice(2)], environment());
