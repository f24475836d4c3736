import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";

/** A process that others should not feel: below the server's own priority. */
const PRIORITY = 10;

/**
 * Makes a copy in a process of its own: the rows of a large database would keep the event loop busy for minutes.
 * @param passphraseFile null: not encrypted
 * @param signal ends that process
 * @param env its environment; omitted: that of this process
 * @returns null when it went well, otherwise the last of what the process has said
 */
export function runBackup(
	file: string,
	passphraseFile: string | null,
	signal: AbortSignal,
	env?: NodeJS.ProcessEnv,
): Promise<string | null> {
	const encrypted = passphraseFile ? ["--passphrase-file", passphraseFile] : [];
	const child = spawn(process.execPath, ["bin/backup/run.ts", file, ...encrypted], {
		stdio: ["ignore", "ignore", "pipe"],
		signal,
		env,
	});
	return ended(child);
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
		return error instanceof Error ? error.message : String(error);
	}
}
