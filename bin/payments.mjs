// `npm run payments -- …`: shows and changes purchases, refunds and allowances, with or without a running server.
import { ensureInstalled, environment, exec, runtime } from "./prepare.mjs";

ensureInstalled();
exec([runtime(), "bin/payments/run.ts", ...process.argv.slice(2)], environment());
