// `npm run sheets -- [FOLDER] [PART…]`: takes a picture of every screen and lays it beside its drawing from the folder; with parts
// of names, only of these screens. The result is sheets/index.html.
import { ensureBuilt, ensureInstalled, environment, exec, runtime } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
exec([runtime(), "bin/sheets/run.ts", ...process.argv.slice(2)], environment());
