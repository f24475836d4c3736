import { expect, test } from "vitest";
import { estimateTokens } from "../../app/chat/context/estimate-tokens.server.ts";
import { readFileHandler } from "../../app/files/read-file-handler.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { blobsOf, send } from "./stored.ts";

eachDatabase((openTestDb) => {
	test("accounts take turns: many documents of one hold up another's by one of them, and all are read", async () => {
		const db = await openTestDb();
		const parts = { db, blobs: blobsOf(db) };
		const [anna, boris] = [await somebody(db), await somebody(db)];
		const sent: string[] = [];
		for (const owner of [anna, anna, anna, boris])
			sent.push(await send(parts, owner, `${sent.length}.txt`, `Текст ${sent.length}`));
		// In the order in which they were sent, which a fast machine does in one millisecond.
		for (const [due_at, key] of sent.entries())
			await db.updateTable("jobs").set({ due_at }).where("key", "=", key).execute();
		const handler = readFileHandler({ ...parts, countTokens: estimateTokens });
		const performed = await runDueJobs(db, [handler]);
		const read = performed.flatMap(({ key, outcome }) => (outcome === "done" ? key : []));
		expect(read.slice(0, 2)).toEqual([sent[0], sent[3]]);
		expect(read.toSorted()).toEqual(sent.toSorted());
		const states = await db.selectFrom("files").select("state").execute();
		expect(states.map(({ state }) => state)).toEqual(["ready", "ready", "ready", "ready"]);
		expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
	});
});
