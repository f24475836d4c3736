// `npm run serve`: the same build under react-router-serve.
import { become, ensureBuilt, ensureInstalled, environment, runtime } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
become([runtime(), "bin/serve-build.ts"], environment({ NODE_ENV: "production" }));
