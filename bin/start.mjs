// `npm start`: from a clean checkout to an open site.
import { become, ensureBuilt, ensureInstalled, environment, runtime } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
become([runtime(), "server/main.ts"], environment({ NODE_ENV: "production" }));
