import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The state of a socket that accepts connections, in `/proc/net/tcp`. */
const LISTENING = "0A";

/**
 * Whether a process itself listens on a port, by the system's list of sockets (Linux). Elsewhere it counts as listening.
 * @param pid of the same user
 */
export function listens(pid: number, port: number): boolean {
	if (process.platform !== "linux") return true;
	const inodes = new Set(inodesOn(port).map((inode) => `socket:[${inode}]`));
	const folder = `/proc/${pid}/fd`;
	return orNothing(() => readdirSync(folder)).some((fd) =>
		orNothing(() => [readlinkSync(`${folder}/${fd}`)]).some((target) => inodes.has(target)),
	);
}

function inodesOn(port: number): string[] {
	const end = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
	return ["/proc/net/tcp", "/proc/net/tcp6"]
		.flatMap((file) => orNothing(() => readFileSync(file, "utf8").split("\n")))
		.flatMap((line) => {
			const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
			return state === LISTENING && inode && local?.endsWith(end) ? [inode] : [];
		});
}

/** A process, one of its files or a protocol may be gone by the time it is looked at. */
function orNothing(read: () => string[]): string[] {
	try {
		return read();
	} catch (error) {
		if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
		return [];
	}
}
