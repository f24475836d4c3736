// `npm run users -- …`, `payments`, `codes`, `bills`, `news`, `doctor`, `backup`, `restore`, `model`, `move`: the operator's commands, with or without
// a running server.
import { ensureInstalled, environment, exec, runtime } from "./prepare.mjs";

const [command, ...args] = process.argv.slice(2);
ensureInstalled();
exec([runtime(), `bin/${command}/run.ts`, ...args], environment());
