// `npm run serve`: serves the same build with react-router-serve.
import { ensureBuilt, ensureInstalled, environment, exec, runtime } from "./prepare.mjs";
import { SERVER_SETTINGS } from "./server-process.mjs";

ensureInstalled();
ensureBuilt();
exec([runtime(), "bin/serve-build.ts"], {
	...SERVER_SETTINGS,
	...environment({ NODE_ENV: "production" }),
});
