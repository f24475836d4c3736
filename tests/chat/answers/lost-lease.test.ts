import { expect, test } from "vitest";
import { askModel } from "../../../app/chat/answers/ask-model.server.ts";
import { changeHeld, claimLease, LEASE_MS } from "../../../app/chat/answers/lease.server.ts";
import { AnswerLog, LeaseLost } from "../../../app/chat/answers/log/answer-log.server.ts";
import { roundRequest } from "../../../app/chat/answers/rounds/round-request.server.ts";
import { readBranchFiles } from "../../../app/chat/context/branch-files.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { blobsOf, readQueued, send } from "../../files/stored.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { question, somebody } from "../people.ts";

const model = {
	provider: {
		stream: () => {
			throw new Error("nobody asks this model");
		},
	},
	contextTokens: 30_000,
};

/** An answer to a question with a document, which another process has taken over from the one that claimed it. */
async function takenOver(db: Db) {
	const parts = { db, blobs: blobsOf(db) };
	const me = await somebody(db);
	const file = await send(parts, me, "Договор.txt", "Первый пункт.");
	const asked = await ask(db, me, { ...question("Что в договоре?"), fileIds: [file] });
	if (asked.outcome !== "asked") throw new Error(asked.outcome);
	await readQueued(parts);
	const { answerId } = asked;
	const claimed = await claimLease(db, answerId, "frozen");
	if (!claimed) throw new Error("not claimed");
	await claimLease(db, answerId, "other", () => Date.now() + LEASE_MS + 60_000);
	const row = () => db.selectFrom("answers").selectAll().where("id", "=", answerId).executeTakeFirstOrThrow();
	const dependencies = {
		...{ db, log: new AnswerLog(db), owner: "frozen", instruction: "" },
		findModel: () => model,
		onFailure: () => {},
		onSettled: () => {},
	};
	return { claimed, dependencies, row };
}

eachDatabase((openTestDb) => {
	test("who has lost the lease changes nothing that the documents of the answer are known by", async () => {
		const db = await openTestDb();
		const { claimed, dependencies, row } = await takenOver(db);
		const before = await row();
		const files = await readBranchFiles(db, claimed);
		const soFar = { tail: "", reasoning: "", rounds: [], mayCall: false };
		await expect(roundRequest(dependencies, claimed, files, soFar, model)).rejects.toThrow(LeaseLost);
		expect(await row()).toEqual(before);
	});

	test("nor how much of the conversation the model gets, nor what its server refuses", async () => {
		const db = await openTestDb();
		const { claimed, dependencies, row } = await takenOver(db);
		const before = await row();
		const request = { fit: () => ({ messages: [], pairs: 1, cut: 3, tokens: 1 }) };
		const { signal } = new AbortController();
		await expect(askModel(dependencies, claimed, model, request, signal)).rejects.toThrow(LeaseLost);
		const held = { db, answerId: claimed.id, owner: "frozen" };
		await expect(changeHeld(held, { tools: "{}" })).rejects.toThrow(LeaseLost);
		expect(await row()).toEqual(before);
		await changeHeld({ ...held, owner: "other" }, { tools: "{}" });
		expect((await row()).tools).toBe("{}");
	});
});
