import { sql } from "kysely";
import type { Db } from "../platform/db/connection.server.ts";
import { type Clock, databaseTime, readDatabaseTime } from "../platform/db/database-clock.server.ts";
import { isForeignKeyViolation } from "../platform/db/unique-violation.server.ts";
import { enqueue } from "../platform/jobs/enqueue.server.ts";
import { whileHoldingLease } from "../platform/jobs/heartbeat.server.ts";
import type { JobHandler, JobOutcome } from "../platform/jobs/job-handler.server.ts";
import { hasNoJob } from "../platform/jobs/job-status.server.ts";
import { type BlobStore, StorageDown } from "./blobs/blob-store.server.ts";
import { orStorageDown } from "./blobs/storage-down.server.ts";
import { takePlace } from "./library/replace-document.server.ts";
import { deletePassages, PassageWriter } from "./passages/write-passages.server.ts";
import { deletePictures, keepPicture } from "./pictures/keep-picture.server.ts";
import { pictureTokens } from "./pictures/picture-tokens.server.ts";
import { isPictureType, type PictureType } from "./reading/document-types.ts";
import { cutIntoPassages } from "./reading/passages.server.ts";
import { makePictures } from "./reading/pictures/make-pictures.server.ts";
import { readDocument } from "./reading/read-document.server.ts";
import { ReadingProgress } from "./reading-progress.server.ts";
import { EMBED_FILE } from "./vectors/embed-file-handler.server.ts";

/** The kind of the job that reads a file; its key is the file's id. */
export const READ_FILE = "read-file";

/** Renewed while a file is read; a document takes as long as the machine is busy. */
const LEASE_MS = 60_000;

/** The pause until a storage that did not answer is asked again. */
const STORAGE_PAUSE_MS = 15_000;

/** `failure` of a file whose bytes are gone, and of one that was never read to its end. */
const LOST = "lost";
const GIVEN_UP = "given-up";

type Parts = {
	db: Db;
	blobs: BlobStore;
	/** The tokens that a text takes of a model's context. */
	countTokens: (text: string) => number;
	/** Whether vectors of the passages are made afterwards. */
	makesVectors?: boolean;
};

/**
 * Reads files, one at a time: their text becomes passages, or pictures are made of them, and their state `ready` or
 * `failed`. Begun anew after a crash, at any server. Accounts take turns: fifty documents of one may take an hour, and
 * hold up a question of another by one of them.
 */
export const readFileHandler = ({ db, blobs, countTokens, makesVectors }: Parts): JobHandler => {
	/** The account whose file was read last here. */
	let last = "";
	return {
		kind: READ_FILE,
		concurrency: 1,
		leaseMs: LEASE_MS,
		maxAttempts: 3,
		pauseMs: () => 1_000,
		run: (job, { signal: stopping, clock }): Promise<JobOutcome> =>
			whileHoldingLease(db, job, { leaseMs: LEASE_MS, signal: stopping, clock }, async (signal, isHeld) => {
				// To be rescheduled forgets the attempts, and a file may fail for ever then.
				if (job.tries === 1 && (await othersWait(db, job.key, last, clock)))
					return { outcome: "reschedule", at: "now" };
				const file = await begin(db, job.key);
				// Removed, or read already.
				if (!file) return { outcome: "done" };
				last = file.account_id;
				try {
					await deletePassages(db, file.id);
					await deletePictures({ db, blobs }, file.id);
					const type = pictured(file);
					const outcome = type
						? await readPictures({ db, blobs }, file, type, { signal, isHeld })
						: await readText({ db, blobs, countTokens, makesVectors }, file, { signal, isHeld });
					return signal.aborted ? { outcome: "released" } : outcome;
				} catch (error) {
					if (signal.aborted) return { outcome: "released" };
					if (error instanceof StorageDown) return awaitStorage(db, error, clock);
					// Removed while it was read.
					if (isForeignKeyViolation(error)) return { outcome: "done" };
					throw error;
				}
			}),
		findJobless: (_db, limit) => findUnread(db, limit),
		onGiveUp: async (trx, { key }) => settle(trx, key, { state: "failed", failure: GIVEN_UP }),
	};
};

/** Whether a file is of the account whose file was read last, and one of another account waits to be read. */
async function othersWait(db: Db, fileId: string, last: string, clock: Clock | undefined): Promise<boolean> {
	// In the words of the partial index.
	const { rows } = await sql`
		select 1 from files own where own.id = ${fileId} and own.account_id = ${last} and exists (
			select 1 from jobs join files other on other.id = jobs.key
			where jobs.kind = ${READ_FILE} and jobs.state in ('waiting', 'running') and jobs.lease_until is null
				and jobs.due_at <= ${databaseTime(db, clock)} and other.account_id <> own.account_id
		)
	`.execute(db);
	return rows.length > 0;
}

/** The file stays as it is, and its question waits: nothing is wrong with it. */
async function awaitStorage(db: Db, error: StorageDown, clock: Clock | undefined): Promise<JobOutcome> {
	orStorageDown(error);
	return { outcome: "reschedule", at: (await readDatabaseTime(db, clock)) + STORAGE_PAUSE_MS };
}

type File = NonNullable<Awaited<ReturnType<typeof begin>>>;

/** The type of a file that is read as pictures; null: its text is read. */
const pictured = ({ type, shown_as_pictures_at }: File): PictureType | "pdf" | null =>
	shown_as_pictures_at === null ? (isPictureType(type) ? type : null) : "pdf";

/** `isHeld`: whether no other server has taken the file over, whose text it would be that a failure removes. */
type Reading = { signal: AbortSignal; isHeld: () => Promise<boolean> };

async function readText(
	{ db, blobs, countTokens, makesVectors }: Parts,
	file: File,
	{ signal, isHeld }: Reading,
): Promise<JobOutcome> {
	const writer = new PassageWriter(db, file, countTokens);
	const progress = new ReadingProgress(db, file.id);
	const read = await blobs.withFile(file.blob, (path) =>
		readDocument({
			path,
			name: file.name,
			signal,
			onPages: (pages) => progress.setPages(pages),
			async onPage(page) {
				await writer.add(cutIntoPassages(page));
				await progress.reach(page.number);
			},
		}),
	);
	if (read?.outcome !== "read") {
		if (await isHeld()) await deletePassages(db, file.id);
		return failed(file.id, { type: read?.type, failure: read?.reason ?? LOST, pages: read?.pages });
	}
	await writer.flush();
	const { type, pages, characters } = read;
	const { tokens, count: passages } = writer;
	return {
		outcome: "done",
		apply: async (trx) => {
			const made = { type, pages, characters, tokens, passages, vectors_of: null };
			await settle(trx, file.id, { state: "ready", ...made });
			await takePlace(trx, file.id, Date.now());
			if (makesVectors) await enqueue(trx, [{ kind: EMBED_FILE, key: file.id }]);
		},
	};
}

async function readPictures(
	{ db, blobs }: Pick<Parts, "db" | "blobs">,
	file: File,
	type: PictureType | "pdf",
	{ signal, isHeld }: Reading,
): Promise<JobOutcome> {
	let tokens = 0;
	const made = await blobs.withFile(file.blob, (path) =>
		makePictures({
			path,
			type,
			signal,
			async onPicture(picture) {
				await keepPicture({ db, blobs }, file.id, picture);
				tokens += pictureTokens(picture);
			},
		}),
	);
	if (made?.outcome !== "made") {
		if (await isHeld()) await deletePictures({ db, blobs }, file.id);
		return failed(file.id, { type, failure: made?.reason ?? LOST });
	}
	const pages = type === "pdf" ? made.count : null;
	return {
		outcome: "done",
		apply: async (trx) => {
			const noText = { characters: 0, passages: 0, vectors_of: null };
			await settle(trx, file.id, { state: "ready", type, pages, tokens, ...noText });
			await takePlace(trx, file.id, Date.now());
		},
	};
}

/** Files that came back with a copy of the data, whose text is not in it. */
const findUnread = (db: Db, limit: number) =>
	db
		.selectFrom("files")
		.select(["id as key", "created_at as dueAt"])
		.where("state", "in", ["waiting", "reading"])
		.where(hasNoJob(READ_FILE, "files.id"))
		.limit(limit)
		.execute();

const begin = (db: Db, id: string) =>
	db
		.updateTable("files")
		.set({ state: "reading", pages_read: null })
		.where("id", "=", id)
		.where("state", "in", ["waiting", "reading"])
		.returning(["id", "account_id", "blob", "name", "type", "shown_as_pictures_at"])
		.executeTakeFirst();

const failed = (id: string, failed: Omit<Extract<Settled, { state: "failed" }>, "state">): JobOutcome => ({
	outcome: "done",
	apply: (trx) => settle(trx, id, { state: "failed", ...failed }),
});

type Settled =
	| {
			state: "ready";
			type: string;
			pages: number | null;
			characters: number;
			tokens: number;
			passages: number;
			vectors_of: null;
	  }
	| { state: "failed"; type?: string | null | undefined; failure: string; pages?: number | null | undefined };

async function settle(trx: Db, id: string, settled: Settled): Promise<void> {
	await trx
		.updateTable("files")
		.set({ ...settled, pages_read: null })
		.where("id", "=", id)
		.where("state", "in", ["waiting", "reading"])
		.execute();
}
