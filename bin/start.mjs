// `npm start`: installs and builds what is missing, and starts the server.
import { ensureBuilt, ensureInstalled, environment, exec, runtime } from "./prepare.mjs";
import { SERVER, SERVER_SETTINGS } from "./server-process.mjs";

ensureInstalled();
ensureBuilt();
exec([runtime(), ...SERVER], { ...SERVER_SETTINGS, ...environment({ NODE_ENV: "production" }) });
