import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { estimateTokens } from "../../app/chat/context/estimate-tokens.server.ts";
import type { BlobStore } from "../../app/files/blobs/blob-store.server.ts";
import { openBlobs } from "../../app/files/blobs/open-blobs.server.ts";
import { readFileHandler } from "../../app/files/read-file-handler.server.ts";
import { isPictureType } from "../../app/files/reading/document-types.ts";
import { pictureOf } from "../../app/files/reading/pictures/picture-type.server.ts";
import { addFiles } from "../../app/files/upload/add-files.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { enqueue } from "../../app/platform/jobs/enqueue.server.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";

export const QUOTA = { bytes: 100 * 1024 ** 2, perDay: 100 };

/** A place for bytes of this test alone. */
export const blobsOf = (db: Db): BlobStore => openBlobs(db, mkdtempSync(join(tmpdir(), "sobesednik-files-")));

export const bytesOf = async function* (text: string | Uint8Array) {
	yield typeof text === "string" ? Buffer.from(text) : text;
};

/** Sends a file as a form does. @returns its id, or why it is not added */
export async function send(
	parts: { db: Db; blobs: BlobStore },
	accountId: string,
	name: string,
	text: string | Uint8Array,
	{ form = randomUUID() as string, quota = QUOTA, now = Date.now() } = {},
): Promise<string> {
	const received = await parts.blobs.receive(bytesOf(text));
	const kind = pictureOf(Buffer.from(text));
	const { added, refused } = await addFiles(
		parts,
		accountId,
		form,
		[{ ...received, name, type: isPictureType(kind) ? kind : null }],
		quota,
		now,
	);
	return added[0] ?? refused[0]?.problem ?? "nothing";
}

/** Reads what waits without a job, as a server does that has started on a restored database. */
export async function readJobless(parts: { db: Db; blobs: BlobStore }): Promise<void> {
	const handler = readFileHandler({ ...parts, countTokens: estimateTokens });
	const found = (await handler.findJobless?.(parts.db, 100)) ?? [];
	await transact(parts.db, (trx) =>
		enqueue(
			trx,
			found.map((job) => ({ kind: handler.kind, ...job })),
		),
	);
	await runDueJobs(parts.db, [handler]);
}

/** Reads what is queued, as a server does. */
export const readQueued = (parts: { db: Db; blobs: BlobStore }) =>
	runDueJobs(parts.db, [readFileHandler({ ...parts, countTokens: estimateTokens })]);
