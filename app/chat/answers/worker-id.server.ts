import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Names this process in leases: the machine since it was switched on, the room of process numbers (a container
 * has its own), the number, and a random id, since numbers come again.
 */
export const newWorkerId = () => [MACHINE, process.pid, randomUUID()].join("/");

const MACHINE = machine();

/** "" where the system does not tell; then no death is certain. */
function machine(): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
		return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
	} catch {
		return "";
	}
}

/** Whether the process that holds a lease is certainly no more: then nobody needs to wait until it runs out. */
export function isDead(owner: string, self: string): boolean {
	const [machine, pid] = split(owner);
	if (owner === self || machine === "" || machine !== split(self)[0]) return false;
	// Our number under another id was a process before us.
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
		// It runs, and belongs to somebody else.
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
