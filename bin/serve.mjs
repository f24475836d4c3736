// `npm run serve`: the same build under react-router-serve.
import { become, ensureBuilt, ensureInstalled, environment, runtime } from "./prepare.mjs";
import { SERVER_SETTINGS } from "./server-process.mjs";

ensureInstalled();
ensureBuilt();
become([runtime(), "bin/serve-build.ts"], {
	...SERVER_SETTINGS,
	...environment({ NODE_ENV: "production" }),
});
