import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dailyName, newestDailyBackup } from "../backup/backup-folder.server.ts";
import { S3Client } from "../files/blobs/s3/s3-client.server.ts";
import { writeNewFile } from "../files/blobs/write-new-file.server.ts";
import { config } from "../platform/config.server.ts";
import { DAY } from "../platform/dates/day-boundaries.server.ts";
import { log } from "../platform/log.server.ts";

/** Removed with each copy that is sent: so many days that a server stood still leave nothing behind. */
const DAYS_REMOVED = 14;

/** The scheduled job: sends the newest copy of a day into the bucket of BACKUP_URL, where that is set. */
export async function sendDailyBackup(): Promise<void> {
	const { dir, address, keep } = config.backup;
	if (!dir || !address) return;
	const { timeZone } = config;
	const sent = await sendNewestBackup({ dir, keep, timeZone }, new S3Client(address), Date.now());
	if (sent) log.info("Копия данных отправлена в хранилище", { file: sent });
}

/**
 * Sends the newest copy of a day unless the bucket has it, and removes the copies of the days before those that are
 * kept. Their names say their days, so nothing is listed. Twice is harmless.
 * @returns the name of the copy, if it was sent now
 * @throws {S3Error}
 */
export async function sendNewestBackup(
	{ dir, keep, timeZone }: { dir: string; keep: number; timeZone: string },
	s3: S3Client,
	now: number,
): Promise<string | null> {
	const name = await newestDailyBackup(dir, now, timeZone);
	if (name === null || (await s3.has(name))) return null;
	const path = join(dir, name);
	const { size: bytes } = await stat(path);
	await s3.put(name, { path, bytes, sha256: await sha256Of(path) });
	for (let days = keep; days < keep + DAYS_REMOVED; days++)
		await s3.delete(dailyName(now - days * DAY, timeZone));
	return name;
}

/**
 * Fetches the newest copy of a day out of a bucket.
 * @param dir where it is put, under its name, unless it is there
 * @param name another copy than the newest
 * @returns its path; null: the bucket has none of the days that are kept
 * @throws {S3Error}, and what the disk says
 */
export async function fetchBackup(
	{ dir, keep, timeZone }: { dir: string; keep: number; timeZone: string },
	s3: S3Client,
	now: number,
	name?: string,
): Promise<string | null> {
	const days = Array.from({ length: keep + DAYS_REMOVED }, (_, day) => dailyName(now - day * DAY, timeZone));
	for (const one of name === undefined ? days : [name]) {
		const path = join(dir, one);
		if (existsSync(path)) return path;
		const bytes = await s3.get(one);
		if (!bytes) continue;
		await mkdir(dir, { recursive: true, mode: 0o700 });
		const part = `${path}.${randomUUID().slice(0, 8)}.part`;
		try {
			await writeNewFile(part, bytes, { flush: true });
			await rename(part, path);
		} finally {
			await rm(part, { force: true });
		}
		return path;
	}
	return null;
}

async function sha256Of(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
	return hash.digest("hex");
}
