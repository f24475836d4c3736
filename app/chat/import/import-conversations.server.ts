import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { NotAnExport } from "./formats/array-items.server.ts";
import type { ReadConversation, ReadItem } from "./formats/read-conversation.server.ts";
import { ACCOUNT_BYTES } from "./import-limits.server.ts";
import { insertConversation } from "./insert-conversation.server.ts";

/** The size of a transaction; a longer one would block concurrent writers. */
const PER_COMMIT = { conversations: 20, bytes: 1024 ** 2 };

export type Imported = {
	imported: number;
	/** Already present from an earlier import. */
	skipped: number;
	/** Empty or unreadable. */
	unreadable: number;
	/** Above the limits of one conversation. */
	tooLarge: number;
};

export const NOTHING_IMPORTED: Imported = { imported: 0, skipped: 0, unreadable: 0, tooLarge: 0 };

type Target = {
	accountId: string;
	/** The import job. Conversations that it inserted before an interruption count as imported, not as skipped. */
	jobId: string | null;
	/** The limit of all imports of an account. */
	accountBytes?: number;
	/** Checked in each transaction: whether the job is neither canceled nor claimed by another process. */
	isMine?: (trx: Db) => Promise<boolean>;
};

/** The job was canceled, or another process has claimed it. The last batch was not written. */
export class NotTheirs extends Error {
	constructor() {
		super("The import is not this process's any more.");
		this.name = "NotTheirs";
	}
}

/**
 * Imports the conversations of an export while it is read. Committed ones stay when reading breaks off; importing the
 * same file again skips them, so an upload is resumed by repeating it.
 * @param items in their order
 * @returns the counts; also updated in `count` during the import
 * @throws {NotAnExport} `account-full` before the conversation that would exceed the limit; any error of the reading
 */
export async function importConversations(
	db: Db,
	{ accountId, jobId, accountBytes = ACCOUNT_BYTES, isMine = async () => true }: Target,
	items: AsyncIterable<ReadItem>,
	count: Imported = { ...NOTHING_IMPORTED },
): Promise<Imported> {
	let bytesLeft = accountBytes - (await bytesOf(db, accountId));
	let batch: ReadConversation[] = [];
	let bytes = 0;
	const commit = async () => {
		const waiting = batch;
		[batch, bytes] = [[], 0];
		if (waiting.length === 0) return;
		const done = await transact(db, async (trx) => {
			if (!(await isMine(trx))) throw new NotTheirs();
			return insertNew(trx, { accountId, jobId, bytesLeft }, waiting);
		});
		count.imported += done.imported;
		count.skipped += done.skipped;
		bytesLeft -= done.bytes;
		if (done.isFull) throw new NotAnExport("account-full");
	};
	let whole = false;
	try {
		for await (const item of items) {
			if (item === "unreadable") count.unreadable++;
			else if (item === "too-large") count.tooLarge++;
			else {
				batch.push(item);
				bytes += item.bytes;
			}
			if (batch.length >= PER_COMMIT.conversations || bytes >= PER_COMMIT.bytes) await commit();
		}
		whole = true;
	} finally {
		// Conversations read before an error are committed, and the error is reported.
		if (!whole) await commit().catch(() => {});
	}
	await commit();
	return count;
}

async function bytesOf(db: Db, accountId: string): Promise<number> {
	const { bytes } = await db
		.selectFrom("imported_conversations")
		.select(({ fn }) => fn.sum<number | null>("bytes").as("bytes"))
		.where("account_id", "=", accountId)
		.executeTakeFirstOrThrow();
	return Number(bytes ?? 0);
}

type Batch = { accountId: string; jobId: string | null; bytesLeft: number };

async function insertNew(trx: Db, { accountId, jobId, bytesLeft }: Batch, batch: ReadConversation[]) {
	await forgetDeleted(trx, accountId, batch);
	const known = await trx
		.selectFrom("imported_conversations")
		.select(["source_id", "job_id"])
		.where("account_id", "=", accountId)
		.where(
			"source_id",
			"in",
			batch.map(({ sourceId }) => sourceId),
		)
		.execute();
	const jobs = new Map(known.map(({ source_id, job_id }) => [source_id, job_id]));
	const done = { imported: 0, skipped: 0, bytes: 0, isFull: false };
	for (const conversation of batch) {
		const { sourceId, bytes } = conversation;
		const earlier = jobs.get(sourceId);
		if (earlier !== undefined) {
			const isOwn = jobId !== null && earlier === jobId;
			done[isOwn ? "imported" : "skipped"]++;
			// A duplicate within the file is skipped.
			if (isOwn) jobs.set(sourceId, "");
			continue;
		}
		if (done.bytes + bytes > bytesLeft) {
			done.isFull = true;
			break;
		}
		jobs.set(sourceId, "");
		const isNew = await insertConversation(trx, { accountId, jobId }, conversation);
		done[isNew ? "imported" : "skipped"]++;
		if (isNew) done.bytes += bytes;
	}
	return done;
}

/** A conversation that is deleted and not yet erased is imported anew. */
async function forgetDeleted(trx: Db, accountId: string, batch: ReadConversation[]): Promise<void> {
	await trx
		.deleteFrom("imported_conversations")
		.where("account_id", "=", accountId)
		.where(
			"source_id",
			"in",
			batch.map(({ sourceId }) => sourceId),
		)
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("conversations as c")
					.select("c.id")
					.whereRef("c.id", "=", "imported_conversations.conversation_id")
					.where("c.deleted_at", "is not", null),
			),
		)
		.execute();
}
