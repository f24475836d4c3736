import { readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time that a process has used so far, in milliseconds (Linux). */
export function cpuMs(pid: number): number {
	// The second field is the command in parentheses, which may hold spaces.
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
		.replace(/^.*\) /, "")
		.split(" ");
	return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory that a process holds, in megabytes (Linux). */
export function memoryMb(pid: number): number {
	const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
	return Number(line?.[1]) / 1024;
}

/** A process and everything that it has started and that still runs (Linux). */
export function treeOf(pid: number): number[] {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
		.trim()
		.split(" ")
		.filter(Boolean);
	return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** The megabytes that a process has written to disks so far (Linux); a file system in memory counts as none. */
export function writtenMb(pid: number): number {
	const line = /^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"));
	return Number(line?.[1]) / 1024 ** 2;
}
