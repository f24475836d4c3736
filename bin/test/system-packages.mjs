// Finds and installs system packages for the tests. Plain JavaScript, because `npm test` imports it.
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

/** The possible paths of programs with these names, by name, then by the order of PATH; they need not exist. */
export function candidatesOnPath(...names) {
	const folders = (process.env.PATH ?? "").split(delimiter);
	return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** How long apt may take; a mirror that does not answer must not hold the tests. */
const LONGEST_MS = 300_000;

/** Installs system packages where that needs no confirmation: as root, with apt. Does nothing elsewhere. */
export function installPackages(...names) {
	if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
	console.error(`Устанавливаем ${names.join(", ")}…`);
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	const apt = (...args) =>
		spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"], timeout: LONGEST_MS });
	apt("update", "--quiet");
	apt("install", "--yes", "--no-install-recommends", ...names);
}
