// `npm run payments -- …`: purchases, refunds and allowances, from the command line, also beside a running server.
import { become, ensureInstalled, environment, runtime } from "./prepare.mjs";

ensureInstalled();
become([runtime(), "bin/payments/run.ts", ...process.argv.slice(2)], environment());
