// Finds a lynx for the tests of text browsers. Plain JavaScript, because `npm test` imports it.
import { spawnSync } from "node:child_process";
import { candidatesOnPath } from "./system-packages.mjs";

export const NO_LYNX =
	"Для теста в текстовом браузере нужен lynx (и script из util-linux). Поставьте их из пакетов системы: apt-get install lynx bsdutils.";

/** The path of a lynx that starts, or undefined; also undefined without `script`, which gives it a terminal. */
export function findLynx() {
	const starts = (path) => spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
	return starts("script") ? candidatesOnPath("lynx").find(starts) : undefined;
}
