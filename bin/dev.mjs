// `npm run dev`: starts the development server with the same settings.
import { ensureInstalled, environment, exec, runtime } from "./prepare.mjs";

ensureInstalled();
const port = process.env.PORT || "3000";
// Development always runs in trial mode, even when the environment holds production settings.
const env = environment({ APP_URL: `http://localhost:${port}` });
const cli = "node_modules/@react-router/dev/bin.js";
exec([runtime(), cli, "dev", "--port", port, "--strictPort", ...process.argv.slice(2)], env);
