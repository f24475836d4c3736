import { randomUUID } from "node:crypto";
import { changeData } from "./change-data.ts";
import type { World } from "./world.ts";

/** Adds exchanges to the end of a conversation, past the model: a hundred questions take a while. */
export const lengthen = ({ instance }: World, conversationId: string, count: number) =>
	changeData(instance, async (db) => {
		const { account_id, tip_answer_id } = await db
			.selectFrom("conversations")
			.select(["account_id", "tip_answer_id"])
			.where("id", "=", conversationId)
			.executeTakeFirstOrThrow();
		const { text } = await db
			.selectFrom("answers")
			.select("text")
			.where("id", "=", tip_answer_id)
			.executeTakeFirstOrThrow();
		const row = { conversation_id: conversationId, account_id };
		let parent = tip_answer_id;
		for (let i = 2; i <= count + 1; i++) {
			const [prompt_id, id, created_at] = [randomUUID(), randomUUID(), Date.now() + i];
			const prompt = { ...row, id: prompt_id, parent_answer_id: parent, text: `Вопрос ${i}`, created_at };
			await db.insertInto("prompts").values(prompt).execute();
			const answer = { ...row, id, prompt_id, model: "test-model", text, created_at };
			await db
				.insertInto("answers")
				.values({ ...answer, state: "done", finish: "stop", reasoning: "", attempts: 1 })
				.execute();
			parent = id;
		}
		await db
			.updateTable("conversations")
			.set({ tip_answer_id: parent })
			.where("id", "=", conversationId)
			.execute();
	});
