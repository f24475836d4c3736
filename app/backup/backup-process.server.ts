import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rm, stat } from "node:fs/promises";
import { setPriority } from "node:os";
import { basename, dirname, join } from "node:path";
import { config } from "../platform/config.server.ts";
import { freeBytes } from "../platform/disk-room.server.ts";
import { bytesOfNewestBackup, partOf } from "./backup-folder.server.ts";

/** A process that others should not feel: below the server's own priority. */
const PRIORITY = 10;
/** What a copy leaves to the database on the same disk, which could write nothing more: as much as the doctor asks for. */
const LEFT_BYTES = 512 * 1024 ** 2;

/**
 * Makes a copy in a process of its own: the rows of a large database would keep the event loop busy for minutes. One
 * that fails leaves nothing, and one that the disk has no room for is not begun.
 * @param passphraseFile null: not encrypted
 * @param signal ends that process
 * @param env its environment; omitted: that of this process
 * @returns null when it went well, otherwise the last of what the process has said
 */
export async function runBackup(
	file: string,
	passphraseFile: string | null,
	signal: AbortSignal,
	env?: NodeJS.ProcessEnv,
): Promise<string | null> {
	const lack = await lackOfRoom(dirname(file), env?.DATA_DIR ?? config.dataDir);
	if (lack !== null) return lack;
	const encrypted = passphraseFile ? ["--passphrase-file", passphraseFile] : [];
	const child = spawn(process.execPath, ["bin/backup/run.ts", file, ...encrypted], {
		stdio: ["ignore", "ignore", "pipe"],
		signal,
		env,
	});
	const said = await ended(child);
	if (said !== null && child.pid !== undefined) await removeParts(file, child.pid);
	return said;
}

/**
 * @returns null where a copy as large as the newest one fits into the folder, and the data on the same disk keep room to
 * be written; what there is none of yet, fits
 */
async function lackOfRoom(folder: string, dataDir: string): Promise<string | null> {
	const needed = await bytesOfNewestBackup(folder);
	if (needed === 0) return null;
	const [room, ofFolder, ofData] = await Promise.all([
		freeBytes(folder),
		stat(folder),
		stat(dataDir).catch(() => null),
	]);
	const left = ofFolder.dev === ofData?.dev ? LEFT_BYTES : 0;
	if (room >= needed + left) return null;
	const [need, free] = [needed, room].map((bytes) => Math.ceil(bytes / 1024 ** 2));
	return `На диске мало места для копии: прежняя заняла ${need} МБ, свободно ${free} МБ${left > 0 ? `, а ${left / 1024 ** 2} МБ остаются базе` : ""}.`;
}

/** Removes what a process that was killed could not remove itself. */
async function removeParts(file: string, pid: number): Promise<void> {
	const folder = dirname(file);
	const names = await readdir(folder).catch(() => []);
	for (const name of names.filter((one) => one.startsWith(basename(partOf(file, pid)))))
		await rm(join(folder, name), { force: true });
}

async function ended(child: ChildProcess): Promise<string | null> {
	let text = "";
	child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
		text = (text + chunk).slice(-1_000);
	});
	try {
		await once(child, "spawn");
		setPriority(child.pid ?? 0, PRIORITY);
		const [code] = await once(child, "close");
		return code === 0 ? null : text.trim() || `exit code ${code}`;
	} catch (error) {
		// One that is told to end writes until it has ended.
		if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
			await once(child, "exit");
		return error instanceof Error ? error.message : String(error);
	}
}
