// `npm start`: from a clean checkout to an open site.
import { become, ensureBuilt, ensureInstalled, environment, runtime } from "./prepare.mjs";

ensureInstalled();
ensureBuilt();
// The room for what lives shortly: left to itself, Node takes a quarter of a megabyte for each live answer there.
become([runtime(), "--max-semi-space-size=16", "server/main.ts"], environment({ NODE_ENV: "production" }));
