import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

/**
 * A worker id for leases: the machine's boot id, the PID namespace (a container has its own), the PID, and a random
 * UUID, since PIDs are reused.
 */
export const newWorkerId = () => [MACHINE, process.pid, randomUUID()].join("/");

let own: string | undefined;

/** The worker id of this process. */
export function workerId(): string {
	own ??= newWorkerId();
	return own;
}

const MACHINE = machine();

/** "" where the system does not provide it; then no death is certain. */
function machine(): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
	} catch {
		return "";
	}
}

/** Whether a lease's owner is certainly dead, so that nobody needs to wait until the lease expires. */
export function isDead(owner: string, self: string): boolean {
	const [machine, pid] = split(owner);
	if (owner === self || machine === "" || machine !== split(self)[0]) return false;
	// The same PID with another UUID belongs to a previous process.
	return pid === process.pid || !isRunning(pid);
}

function split(owner: string): [machine: string, pid: number] {
	const parts = owner.split("/");
	return [parts.slice(0, -2).join("/"), Number(parts.at(-2))];
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// The process runs under another user.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
