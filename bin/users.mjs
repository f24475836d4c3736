// `npm run users -- …`: shows and changes accounts, with or without a running server.
import { ensureInstalled, environment, exec, runtime } from "./prepare.mjs";

ensureInstalled();
exec([runtime(), "bin/users/run.ts", ...process.argv.slice(2)], environment());
