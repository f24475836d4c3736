import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";

/** A folder that a restore replaces is a mount of its own: no rename moves it, or reaches into it from beside it. */
export class OwnMount extends Error {
	readonly path: string;
	constructor(path: string) {
		super(`${path} is a mount of its own.`);
		this.name = "OwnMount";
		this.path = path;
	}
}

/**
 * Refuses folders of the data folder that are mounts of their own. A device of its own does not tell: a folder of the
 * same disk may be mounted, too, as volumes of a container are. Only Linux tells; elsewhere the rename fails, and is
 * undone.
 * @throws {OwnMount}
 */
export async function refuseMounts(data: string, names: readonly string[]): Promise<void> {
	const mounts = mountPoints(await readFile("/proc/self/mountinfo", "utf8").catch(() => ""));
	const folder = await realpath(data).catch(() => data);
	const mounted = names.find((name) => mounts.has(join(folder, name)));
	if (mounted !== undefined) throw new OwnMount(join(data, mounted));
}

/** The fifth field of each line, in which spaces and the like stand as `\040`; see proc_pid_mountinfo(5). */
const mountPoints = (text: string): ReadonlySet<string> =>
	new Set(text.split("\n").map((line) => unescaped(line.split(" ")[4] ?? "")));

const unescaped = (path: string) =>
	path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
