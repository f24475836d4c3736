import { createHash } from "node:crypto";
import { leftOf, throttle } from "../../accounts/throttle.server.ts";
import type { FileQuota } from "../../billing/plans/plan.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { wakeRunner } from "../../platform/jobs/wake.server.ts";
import { blobKeyOf } from "../blobs/blob-key.server.ts";
import type { BlobStore } from "../blobs/blob-store.server.ts";
import { READ_FILE } from "../read-file-handler.server.ts";
import type { RefusedUpload, Upload } from "./read-multipart.server.ts";

const DAY = 24 * 60 * 60_000;

export type Added = { added: string[]; refused: RefusedUpload[] };

/**
 * Gives received files their rows and queues their reading. The same file of the same form is added once, however
 * often the form is sent; the same bytes of an account are kept once.
 * @param form the id that the form was given, so that a repeat finds its files
 * @param kept the person keeps them for itself; else they go with the conversations that have them
 * @returns the ids of the files, in their order
 */
export async function addFiles(
	{ db, blobs }: { db: Db; blobs: BlobStore },
	accountId: string,
	form: string,
	uploads: readonly Upload[],
	quota: FileQuota,
	now = Date.now(),
	{ kept = false } = {},
): Promise<Added> {
	const result: Added = { added: [], refused: [] };
	for (const upload of uploads) {
		const id = fileIdOf(accountId, form, upload);
		const problem = await transact(db, (trx) => add(trx, blobs, { id, accountId, upload, quota, now, kept }));
		if (problem !== "kept") await blobs.discard(upload.temporary);
		if (typeof problem === "string") result.added.push(id);
		else result.refused.push({ name: upload.name, bytes: upload.bytes, ...problem });
	}
	if (result.added.length > 0) wakeRunner();
	return { ...result, added: [...new Set(result.added)] };
}

type Adding = {
	id: string;
	accountId: string;
	upload: Upload;
	quota: FileQuota;
	now: number;
	kept: boolean;
};

/** @returns "kept": with these bytes; "added": its bytes were there; "exists": it was added before; or why it is not */
async function add(
	trx: Db,
	blobs: BlobStore,
	{ id, accountId, upload, quota, now, kept }: Adding,
): Promise<"kept" | "added" | "exists" | Pick<RefusedUpload, "problem" | "limit">> {
	const { temporary, sha256, bytes, name, type } = upload;
	// The quota, and who keeps which bytes, are decided by one transaction at a time.
	const account = await lockRow(trx, "accounts", accountId);
	if (account?.state !== "active") return "exists";
	const known = await trx.selectFrom("files").select("id").where("id", "=", id).executeTakeFirst();
	if (known) return "exists";
	const blob = blobKeyOf(accountId, sha256);
	const same = await trx.selectFrom("files").select("id").where("blob", "=", blob).executeTakeFirst();
	if (!same) {
		const used = await bytesKept(trx, accountId);
		if (used + bytes > quota.bytes) return { problem: "no-room", limit: Math.max(0, quota.bytes - used) };
	}
	const verdict = await throttle(trx, filesOfDay(accountId, quota), now);
	if (!verdict.allowed) return { problem: "too-many-today", limit: quota.perDay };
	if (!same) await blobs.put(trx, temporary, blob);
	await trx
		.insertInto("files")
		.values({
			id,
			account_id: accountId,
			sha256,
			blob,
			bytes,
			name,
			type,
			state: "waiting",
			failure: null,
			created_at: now,
			kept_at: kept ? now : null,
		})
		.execute();
	await enqueue(trx, [{ kind: READ_FILE, key: id }]);
	return same ? "added" : "kept";
}

/** The account id is random and not personal data. */
const filesOfDay = (accountId: string, { perDay }: FileQuota) => ({
	key: `files ${accountId}`,
	limit: { burst: perDay, everyMs: Math.ceil(DAY / perDay) },
});

/** How many more files an account may send now. */
export const filesLeft = (db: Db, accountId: string, quota: FileQuota, now = Date.now()): Promise<number> =>
	leftOf(db, filesOfDay(accountId, quota), now);

/** The bytes that an account keeps; those of several names count once. */
export async function bytesKept(db: Db, accountId: string): Promise<number> {
	const rows = db
		.selectFrom("files")
		.select(["blob", (eb) => eb.fn.max("bytes").as("bytes")])
		.where("account_id", "=", accountId)
		.groupBy("blob");
	const { sum } = await db
		.selectFrom(rows.as("kept"))
		.select((eb) => eb.fn.coalesce(eb.fn.sum("bytes"), eb.val(0)).as("sum"))
		.executeTakeFirstOrThrow();
	return Number(sum);
}

/** The id of a file of a form: a UUID that a repeat of the form finds again. */
function fileIdOf(accountId: string, form: string, { sha256, name }: Upload): string {
	const hash = createHash("sha256")
		.update(JSON.stringify([accountId, form, sha256, name]))
		.digest("hex");
	// Version 8 and the variant, as RFC 9562 has them for ids of one's own making.
	return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
