// What the tests need of the system. Plain JavaScript: `npm test` asks before anything else runs.
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

/** The files of these names on the path, whether they are there or not, the first name first. */
export function candidatesOnPath(...names) {
	const folders = (process.env.PATH ?? "").split(delimiter);
	return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Installs a package where that is possible without asking: as root, with apt. */
export function installPackage(name) {
	if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
	console.error(`Устанавливаем ${name}…`);
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	const apt = (...args) => spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
	apt("update", "--quiet");
	apt("install", "--yes", "--no-install-recommends", name);
}
