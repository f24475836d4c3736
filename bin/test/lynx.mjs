// Where a lynx for the tests of text browsers is. Plain JavaScript: `npm test` asks before anything else runs.
import { spawnSync } from "node:child_process";
import { candidatesOnPath } from "./system-packages.mjs";

export const NO_LYNX =
	"Для теста в текстовом браузере нужен lynx (и script из util-linux). Поставьте их из пакетов системы: apt-get install lynx bsdutils.";

/** The path of a lynx that starts and can be given a terminal, or undefined. */
export function findLynx() {
	const starts = (path) => spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
	return starts("script") ? candidatesOnPath("lynx").find(starts) : undefined;
}
