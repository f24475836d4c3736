import { expect, test } from "vitest";
import { estimateTokens } from "../../app/chat/context/estimate-tokens.server.ts";
import type { BlobStore } from "../../app/files/blobs/blob-store.server.ts";
import { PassageWriter } from "../../app/files/passages/write-passages.server.ts";
import { readFileHandler } from "../../app/files/read-file-handler.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { blobsOf, send } from "./stored.ts";

eachDatabase((openTestDb) => {
	test("a reading that fails after another server has taken the file over removes nothing of what that one has written", async () => {
		const db = await openTestDb();
		const stored = blobsOf(db);
		const me = await somebody(db);
		const id = await send({ db, blobs: stored }, me, "книга.txt", "Настольная книга садовода.");
		const takeOver = async () => {
			await db.updateTable("jobs").set({ lease_owner: "another" }).where("key", "=", id).execute();
			const writer = new PassageWriter(db, { id, account_id: me }, estimateTokens);
			await writer.add([{ text: "Настольная книга", page: 1, section: null }]);
			await writer.flush();
		};
		const blobs: BlobStore = {
			...stored,
			withFile: async () => {
				await takeOver();
				return undefined;
			},
		};
		const performed = await runDueJobs(db, [readFileHandler({ db, blobs, countTokens: estimateTokens })]);
		expect(performed).toMatchObject([{ key: id, outcome: "lost" }]);
		const passages = await db.selectFrom("passages").select(["file_id", "n"]).execute();
		expect(passages).toEqual([{ file_id: id, n: 1 }]);
		const files = await db.selectFrom("files").select(["state", "failure"]).execute();
		expect(files).toEqual([{ state: "reading", failure: null }]);
	});
});
