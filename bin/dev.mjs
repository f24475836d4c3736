// `npm run dev`: the development server on the same settings.
import { become, ensureInstalled, environment, runtime } from "./prepare.mjs";

ensureInstalled();
const port = process.env.PORT || "3000";
// Development is always a trial, also where the settings of production lie in the environment.
const env = environment({ APP_URL: `http://localhost:${port}` });
const cli = "node_modules/@react-router/dev/bin.js";
become([runtime(), cli, "dev", "--port", port, "--strictPort", ...process.argv.slice(2)], env);
