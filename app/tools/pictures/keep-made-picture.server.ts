import { setTimeout as wait } from "node:timers/promises";
import { planInForce } from "../../billing/plans/plan-in-force.server.ts";
import { fileQuotaOf } from "../../billing/plans/plans.server.ts";
import { StorageDown, StorageFull } from "../../files/blobs/blob-store.server.ts";
import { openBlobs } from "../../files/blobs/open-blobs.server.ts";
import { eraseUnattached } from "../../files/erase-files.server.ts";
import { addFiles, bytesKept } from "../../files/upload/add-files.server.ts";
import { cleanName } from "../../files/upload/file-name.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { MadePicture } from "./picture-answer.server.ts";

/** UTF-16 units of a picture's name. */
const NAME = 60;
/** It is read within a second or two; a busy machine takes longer. */
const LOOK_MS = 200;

type Made = MadePicture & { accountId: string; key: string; name: string };

/** A kept picture, or why it is not kept. */
export type Kept =
	| { id: string; name: string }
	| { problem: "no-room" | "too-many-today" | "no-picture" | "storage" };

/** Whether the account's plan has room for any more files. */
export async function roomForPicture(db: Db, accountId: string, now: number): Promise<boolean> {
	const { plan } = await planInForce(db, accountId, now);
	return (await bytesKept(db, accountId)) < fileQuotaOf(plan).bytes;
}

/**
 * Keeps a picture as a file of the account and waits until it has been read, as one that a person sends: what cannot be
 * read is none. It belongs to nothing until its call has ended, and is removed within a day if it never does.
 * @throws the signal's reason
 */
export async function keepMadePicture(
	db: Db,
	{ accountId, key, name: wanted, bytes, type }: Made,
	signal: AbortSignal,
	now: number,
): Promise<Kept> {
	const parts = { db, blobs: openBlobs(db) };
	const { plan } = await planInForce(db, accountId, now);
	const name = `${cleanName(cutText(wanted.replace(/[/\\]/g, " "), NAME))}.${type === "jpeg" ? "jpg" : type}`;
	try {
		const received = await parts.blobs.receive(piecesOf(bytes));
		const upload = { ...received, name, type };
		const { added, refused } = await addFiles(parts, accountId, key, [upload], fileQuotaOf(plan), now);
		const [id] = added;
		if (!id) return { problem: refused[0]?.problem === "too-many-today" ? "too-many-today" : "no-room" };
		if (await isReadable(db, id, signal)) return { id, name };
		await eraseUnattached(parts, accountId, [id]);
		return { problem: "no-picture" };
	} catch (error) {
		if (error instanceof StorageFull || error instanceof StorageDown) return { problem: "storage" };
		throw error;
	}
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
	yield bytes;
}

async function isReadable(db: Db, fileId: string, signal: AbortSignal): Promise<boolean> {
	for (;;) {
		const file = await db.selectFrom("files").select("state").where("id", "=", fileId).executeTakeFirst();
		if (!file || file.state === "failed") return false;
		if (file.state === "ready") return true;
		await wait(LOOK_MS, undefined, { signal });
	}
}
