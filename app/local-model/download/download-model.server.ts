import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describeModel, type ModelFile } from "../gguf/describe-model.server.ts";
import { NotGguf } from "../gguf/read-gguf.server.ts";
import { DownloadProblem, Interrupted } from "./download-problem.server.ts";
import { openRemoteFile, type RemoteFile, reasonOf } from "./open-remote-file.server.ts";
import { PartFile } from "./part-file.server.ts";
import { type Room, refuseWithoutRoom, roomFor } from "./room-for-model.server.ts";

/** A connection without a byte for so long is broken. */
const SILENT_MS = 60_000;
/** The pause between a break and the next try, by how many tries have brought nothing. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
const MAGIC = "GGUF";

export type Download = {
	url: URL;
	/** The path that the file gets when it has arrived and been checked. */
	target: string;
	/** The checksum that the operator expects; null: unknown. */
	sha256: string | null;
	/** Hosts beside that of the address which may send the file. */
	allowedHosts?: readonly string[];
	/** The download goes on where memory is short, too. */
	force?: boolean;
	signal: AbortSignal;
	/** Told once, before anything is written. */
	onRoom?: (room: Room, total: number, arrived: number) => void;
	onProgress?: (arrived: number, total: number) => void;
	/** The connection broke; it is tried again. */
	onBreak?: (reason: string, pauseMs: number) => void;
	onCheck?: () => void;
	pausesMs?: readonly number[];
};

export type Downloaded = { file: ModelFile; sha256: string; isConfirmed: boolean };

/**
 * Fetches a model's file. A part that has arrived is continued after a break, here or by a later call. The file gets
 * its name only when all of it is there, its checksum is the expected one, and it is a model.
 * @returns the file, its checksum, and whether that is one that the operator or the hub has named
 * @throws {DownloadProblem} in words
 * @throws the signal's reason
 */
export async function downloadModel(download: Download): Promise<Downloaded> {
	const { url, target, pausesMs = PAUSES_MS, signal } = download;
	if (existsSync(target)) throw new DownloadProblem(`Файл ${target} уже есть. Проверить его: model check.`);
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	const part = new PartFile(target, url);
	if (await part.isBusy()) throw new DownloadProblem(`Файл ${target} уже скачивает другая команда.`);
	let stated: string | null = null;
	let said = false;
	for (let inVain = 0; ; ) {
		const before = (await part.arrived())?.bytes ?? 0;
		try {
			const remote = await openRemoteFile(url, await part.arrived(), download.allowedHosts ?? [], signal);
			stated ??= remote.sha256;
			if (remote.part === "none") {
				// Either all of it is there, or the file is another one now.
				if (before === remote.total) break;
				await part.forget();
				throw new Interrupted("теперь там другой файл");
			}
			const arrived = remote.part === "rest" ? before : 0;
			if (!said) {
				said = true;
				const room = await roomFor(remote.total, dirname(target));
				refuseWithoutRoom(room, remote.total - arrived, download.force ?? false);
				download.onRoom?.(room, remote.total, arrived);
			}
			await part.begin(remote.total, remote.validator);
			await receive(remote, part, arrived, download);
			break;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof Interrupted)) throw inWords(error, target);
			const after = (await part.arrived())?.bytes ?? 0;
			inVain = after > before ? 0 : inVain + 1;
			const pauseMs = pausesMs[inVain];
			if (pauseMs === undefined)
				throw new DownloadProblem(
					`${url.host}: связь не восстановилась (${error.message}). Повторите команду: скачанное сохранено, загрузка продолжится.`,
				);
			download.onBreak?.(error.message, pauseMs);
			await wait(pauseMs, undefined, { signal });
		}
	}
	return finish(part, download, stated);
}

/** Appends the body to what has arrived. */
async function receive(
	remote: RemoteFile,
	part: PartFile,
	arrived: number,
	download: Download,
): Promise<void> {
	const reader = remote.body?.getReader();
	if (!reader) throw new Interrupted("пустой ответ");
	const file = await open(part.path, arrived > 0 ? "a" : "w", 0o600);
	let count = arrived;
	try {
		for (;;) {
			const { done, value } = await withinTime(reader.read(), download.signal);
			if (done) break;
			if (count === 0 && !startsAsModel(value))
				throw new DownloadProblem(`${download.url.host}: по этому адресу не модель в формате GGUF.`);
			await file.writev([value]);
			count += value.length;
			if (count > remote.total) throw new DownloadProblem(`${download.url.host}: файл больше, чем обещано.`);
			download.onProgress?.(count, remote.total);
		}
		if (count < remote.total) throw new Interrupted("соединение оборвалось");
		await file.sync();
	} catch (error) {
		await reader.cancel().catch(() => {});
		if (error instanceof DownloadProblem) await part.forget();
		throw error;
	} finally {
		await file.close();
	}
}

/** Assumes that the first chunk has at least the length of the magic number. */
const startsAsModel = (bytes: Uint8Array) =>
	MAGIC.startsWith(Buffer.from(bytes.subarray(0, MAGIC.length)).toString("latin1"));

async function withinTime<T>(read: Promise<T>, signal: AbortSignal): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	let giveUp: (() => void) | undefined;
	const broken = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Interrupted("сервер замолчал")), SILENT_MS);
		giveUp = () => reject(signal.reason);
		signal.addEventListener("abort", giveUp);
	});
	try {
		return await Promise.race([
			read.catch((error: unknown) => {
				throw new Interrupted(reasonOf(error));
			}),
			broken,
		]);
	} finally {
		clearTimeout(timer);
		if (giveUp) signal.removeEventListener("abort", giveUp);
	}
}

async function finish(part: PartFile, download: Download, stated: string | null): Promise<Downloaded> {
	const { target, url } = download;
	download.onCheck?.();
	const sha256 = await sha256Of(part.path, download.signal);
	const wanted = [download.sha256?.toLowerCase() ?? null, stated].filter((sum) => sum !== null);
	if (wanted.some((sum) => sum !== sha256)) {
		await part.forget();
		throw new DownloadProblem(
			`Контрольная сумма не та: файл подменили или он испорчен. Должна быть ${wanted.find((sum) => sum !== sha256)}, а получилась ${sha256}. Скачанное удалено.`,
		);
	}
	try {
		await describeModel(part.path);
	} catch (error) {
		if (!(error instanceof NotGguf)) throw error;
		await part.forget();
		throw new DownloadProblem(
			`${url.host}: файл не модель в формате GGUF, или повреждён. Скачанное удалено.`,
		);
	}
	await writeFile(checksumPath(target), `${sha256}\n`, { mode: 0o600 });
	await rename(part.path, target);
	await part.forget();
	return { file: await describeModel(target), sha256, isConfirmed: wanted.length > 0 };
}

/** The file of a fetched model's checksum. */
export const checksumPath = (model: string) => `${model}.sha256`;

/** The SHA-256 of a file, in hexadecimal. @throws the signal's reason */
export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
	const hash = createHash("sha256");
	for await (const bytes of createReadStream(path, { highWaterMark: 1024 ** 2, signal })) hash.update(bytes);
	return hash.digest("hex");
}

const DISK: Record<string, string> = {
	ENOSPC: "Диск заполнился. Освободите место и повторите команду: скачанное сохранено.",
	EDQUOT: "Место на диске, отведённое этому пользователю, кончилось. Скачанное сохранено.",
	// FAT32 takes files up to 4 GB; a limit of the process ends in the same.
	EFBIG: "Диск не принимает файлы такого размера: возьмите другую папку или файл меньше",
	EACCES: "В эту папку нельзя писать",
	EROFS: "В эту папку нельзя писать",
};

function inWords(error: unknown, target: string): unknown {
	const words = DISK[(error as NodeJS.ErrnoException).code ?? ""];
	return words ? new DownloadProblem(`${words} (${target}).`.replace(". (", " (")) : error;
}
