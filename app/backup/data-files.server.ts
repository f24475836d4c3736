import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { access, constants, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncPath } from "../platform/sync-path.server.ts";
import type { BackupRecord, Tally } from "./records.server.ts";

const PIECE_BYTES = 48 * 1024;

/** The folders that a copy holds beside the database. The names in a copy begin with the key. */
export type CopiedFolders = { data: string; content: string };

/**
 * The copied part of the data folder: the files of questions, uploads that wait for their import, and the secret that a
 * server without settings made for itself. Left out are the database, assets of earlier builds, a trial's e-mails, and
 * arriving files.
 */
const OF_DATA = /^(files\/[0-9a-f]{2}|imports|session-secret)(\/|$)/;

/** The files that a copy holds, with a name that a restore understands, in the order of names. */
export async function* copiedFiles(folders: CopiedFolders): AsyncGenerator<{ name: string; path: string }> {
	for (const path of await filesIn(folders.data)) {
		if (OF_DATA.test(path)) yield { name: `data/${path}`, path: join(folders.data, path) };
	}
	for (const path of await filesIn(folders.content)) {
		yield { name: `content/${path}`, path: join(folders.content, path) };
	}
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

/** The records of a file; none of one that is gone meanwhile. */
export async function* fileRecords(name: string, path: string): AsyncGenerator<BackupRecord> {
	const hash = createHash("sha256");
	let count = 0;
	const stream = createReadStream(path, { highWaterMark: PIECE_BYTES });
	let isBegun = false;
	try {
		for await (const piece of stream as AsyncIterable<Buffer>) {
			if (!isBegun) yield { file: name };
			isBegun = true;
			hash.update(piece);
			count += piece.length;
			yield { bytes: piece.toString("base64") };
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
		throw error;
	}
	if (!isBegun) yield { file: name };
	yield { end: { count, sum: hash.digest("hex") } };
}

/**
 * The place that a file of a copy belongs to.
 * @returns undefined for a name that no copy of ours has, like one that leads out of its folder
 */
export function pathOfCopied(name: string, folders: CopiedFolders): string | undefined {
	const [, folder, path = ""] = /^(data|content)\/(.+)$/.exec(name) ?? [];
	const isPlain = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
	if (!isPlain || /[\\\0]/.test(path)) return undefined;
	if (folder === "content") return join(folders.content, path);
	return folder === "data" && OF_DATA.test(path) ? join(folders.data, path) : undefined;
}

/** The folders of the data folder that a restore replaces as a whole. */
export const REPLACED = ["files", "imports"] as const;

/** A file that a restore replaces is mounted by itself, and cannot be written there. */
class ReadOnlyMount extends Error {
	readonly path: string;
	constructor(path: string) {
		super(`${path} is mounted, and cannot be written.`);
		this.name = "ReadOnlyMount";
		this.path = path;
	}
}

/**
 * Puts restored files into the data folder. What is in their place belongs to another database, which may come back, and
 * the sweeper of the restored one would remove it: it is put aside, into a folder that nobody sweeps.
 * @param restored the folder that they are in
 * @returns the folder of what was put aside, null where there was nothing; and what puts all back
 * @throws {ReadOnlyMount} with all as before
 */
export async function replaceFiles(
	restored: string,
	data: string,
	now: Date,
): Promise<{ putAside: string | null; undo: () => Promise<void> }> {
	const aside = join(data, `before-restore-${now.toISOString().replace(/\D/g, "")}`);
	const moved: [from: string, to: string][] = [];
	const move = async (from: string, to: string) => {
		await mkdir(dirname(to), { recursive: true, mode: 0o700 });
		await rename(from, to);
		moved.push([from, to]);
	};
	const overwritten: [path: string, before: Buffer][] = [];
	/** Replaces what a file says that is mounted by itself: no rename moves it, or takes its place. */
	const overwrite = async (from: string, path: string, to: string) => {
		const [fresh, before] = [await readFile(from), await readFile(path)];
		if (fresh.equals(before)) return;
		await access(path, constants.W_OK).catch(() => {
			throw new ReadOnlyMount(path);
		});
		await writeFile(to, before, { mode: 0o600 });
		overwritten.push([path, before]);
		await writeFile(path, fresh, { flush: true });
	};
	const undo = async () => {
		for (const [path, before] of overwritten) await writeFile(path, before, { flush: true });
		for (const [from, to] of moved.toReversed()) await rename(to, from);
		await rm(aside, { recursive: true, force: true });
	};
	try {
		for (const name of [...REPLACED, "session-secret"]) {
			const place = join(data, name);
			const isRestored = existsSync(join(restored, name));
			// Without a secret in the copy there was one in the settings, and this folder keeps what it has.
			const isReplaced = isRestored || name !== "session-secret";
			try {
				if (isReplaced && existsSync(place)) await move(place, join(aside, name));
				if (isRestored) await move(join(restored, name), place);
			} catch (error) {
				const isMounted = (error as NodeJS.ErrnoException).code === "EBUSY";
				if (name !== "session-secret" || !isMounted) throw error;
				await overwrite(join(restored, name), place, join(aside, name));
			}
		}
		if (moved.length > 0) await syncPath(data);
	} catch (error) {
		await undo();
		throw error;
	}
	const isUsed = overwritten.length > 0 || moved.some(([, to]) => dirname(to) === aside);
	if (!isUsed) await rm(aside, { recursive: true, force: true });
	return { putAside: isUsed ? aside : null, undo };
}

/** Writes one file of a copy, readable by its owner only. */
export class FileWriter {
	readonly #hash = createHash("sha256");
	readonly #file: Awaited<ReturnType<typeof open>>;
	#count = 0;

	private constructor(file: Awaited<ReturnType<typeof open>>) {
		this.#file = file;
	}

	static async create(path: string): Promise<FileWriter> {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		return new FileWriter(await open(path, "w", 0o600));
	}

	async write(bytes: Buffer): Promise<void> {
		this.#hash.update(bytes);
		this.#count += bytes.length;
		await this.#file.writeFile(bytes);
	}

	/** @returns what has been written, synced to the disk */
	async finish(): Promise<Tally> {
		await this.#file.sync();
		return { count: this.#count, sum: this.#hash.digest("hex") };
	}

	close(): Promise<void> {
		return this.#file.close();
	}
}
