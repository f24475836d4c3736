// `npm start`: from a clean checkout to an open site.
import { become, ensureBuilt, ensureInstalled, environment, runtime } from "./prepare.mjs";
import { SERVER, SERVER_SETTINGS } from "./server-process.mjs";

ensureInstalled();
ensureBuilt();
become([runtime(), ...SERVER], { ...SERVER_SETTINGS, ...environment({ NODE_ENV: "production" }) });
