import { readFile, rm, stat, writeFile } from "node:fs/promises";
import type { Arrived } from "./open-remote-file.server.ts";

/** The note beside a file that has not fully arrived. */
type Note = { url: string; total: number; validator: string | null; pid: number };

/** A process that fetches a file has written to it this lately. */
const BUSY_MS = 15_000;

/** A file on its way: `NAME.part`, and `NAME.part.json` with what it is a part of. */
export class PartFile {
	readonly path: string;
	readonly #note: string;
	readonly #url: string;

	/** @param target the path of the file when it has arrived */
	constructor(target: string, url: URL) {
		this.path = `${target}.part`;
		this.#note = `${this.path}.json`;
		this.#url = url.href;
	}

	/** Whether another process is fetching it. */
	async isBusy(now = Date.now()): Promise<boolean> {
		const note = await this.#read();
		if (note === null || note.pid === process.pid || !isAlive(note.pid)) return false;
		// Another program may have the number of a process that has died.
		const { mtimeMs } = await stat(this.path).catch(() => ({ mtimeMs: 0 }));
		return now - mtimeMs < BUSY_MS;
	}

	/** The part that has arrived; null: none that could be continued. */
	async arrived(): Promise<Arrived | null> {
		const note = await this.#read();
		const bytes = await stat(this.path).then(
			({ size }) => size,
			() => 0,
		);
		if (!note?.validator || note.url !== this.#url || bytes === 0 || bytes > note.total) return null;
		return { bytes, total: note.total, validator: note.validator };
	}

	async begin(total: number, validator: string | null): Promise<void> {
		const note: Note = { url: this.#url, total, validator, pid: process.pid };
		await writeFile(this.#note, JSON.stringify(note), { mode: 0o600 });
	}

	/** The file has arrived and has its own name, or is of no use. */
	async forget(): Promise<void> {
		await rm(this.path, { force: true });
		await rm(this.#note, { force: true });
	}

	async #read(): Promise<Note | null> {
		try {
			return JSON.parse(await readFile(this.#note, "utf8"));
		} catch {
			return null;
		}
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
