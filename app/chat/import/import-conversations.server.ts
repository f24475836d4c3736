import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { NotAnExport } from "./formats/array-items.ts";
import type { ReadConversation, ReadItem } from "./formats/read-item.ts";
import { insertConversation } from "./insert-conversation.server.ts";
import { ACCOUNT_BYTES } from "./limits.ts";

/** So much shares a commit; a longer transaction would keep those waiting who are writing now. */
const PER_COMMIT = { conversations: 20, bytes: 1024 ** 2 };

export type Imported = {
	imported: number;
	/** There already, from an earlier import. */
	skipped: number;
	/** Empty, or nothing that we could read. */
	unreadable: number;
	/** Above the limits of one conversation. */
	tooLarge: number;
};

export const NOTHING_IMPORTED: Imported = { imported: 0, skipped: 0, unreadable: 0, tooLarge: 0 };

type Target = {
	accountId: string;
	/** The job that does it. What it has brought in before it was interrupted counts as imported, not as skipped. */
	jobId: string | null;
	/** All that imports may bring into the account. */
	accountBytes?: number;
	/** Asked in each transaction: whether the job is still wanted, and this process's. */
	isMine?: (trx: Db) => Promise<boolean>;
};

/** The job was canceled, or another process has it. Nothing of the last portion was written. */
export class NotTheirs extends Error {
	constructor() {
		super("The import is not this process's any more.");
		this.name = "NotTheirs";
	}
}

/**
 * Takes over the conversations of an export, while it is being read. What is committed stays when the reading
 * breaks off; the same file again skips it, so that sending again is all that going on takes.
 * @param items in their order
 * @returns what became of them; also counted in `count` as it goes
 * @throws {NotAnExport} `account-full` before the conversation that would not fit; whatever the reading throws
 */
export async function importConversations(
	db: Db,
	{ accountId, jobId, accountBytes = ACCOUNT_BYTES, isMine = async () => true }: Target,
	items: AsyncIterable<ReadItem>,
	count: Imported = { ...NOTHING_IMPORTED },
): Promise<Imported> {
	let room = accountBytes - (await bytesOf(db, accountId));
	let batch: ReadConversation[] = [];
	let bytes = 0;
	const commit = async () => {
		const waiting = batch;
		[batch, bytes] = [[], 0];
		if (waiting.length === 0) return;
		const done = await transact(db, async (trx) => {
			if (!(await isMine(trx))) throw new NotTheirs();
			return insertNew(trx, { accountId, jobId, room }, waiting);
		});
		count.imported += done.imported;
		count.skipped += done.skipped;
		room -= done.bytes;
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
		// What was read before a break stays, and the break is what is told.
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

type Batch = { accountId: string; jobId: string | null; room: number };

async function insertNew(trx: Db, { accountId, jobId, room }: Batch, batch: ReadConversation[]) {
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
			// Twice in one file: the second is skipped.
			if (isOwn) jobs.set(sourceId, "");
			continue;
		}
		if (done.bytes + bytes > room) {
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
