import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { World } from "./world.ts";

/** Adds exchanges to the end of a conversation, past the model: a hundred questions take a while. */
export function lengthen({ instance }: World, conversationId: string, count: number) {
	const file = new DatabaseSync(join(instance.dataDir, "sobesednik.db"), { timeout: 60_000 });
	const { account_id, tip_answer_id } = file
		.prepare("select account_id, tip_answer_id from conversations where id = ?")
		.get(conversationId) as Record<string, string>;
	const answer = file.prepare("select text from answers where id = ?").get(tip_answer_id ?? "") as {
		text: string;
	};
	let parent = tip_answer_id ?? "";
	file.exec("begin immediate");
	for (let i = 2; i <= count + 1; i++) {
		const [prompt, next] = [randomUUID(), randomUUID()];
		const at = Date.now() + i;
		file
			.prepare(
				"insert into prompts (id, conversation_id, account_id, parent_answer_id, text, created_at) values (?, ?, ?, ?, ?, ?)",
			)
			.run(prompt, conversationId, account_id ?? "", parent, `Вопрос ${i}`, at);
		file
			.prepare(
				"insert into answers (id, prompt_id, conversation_id, account_id, model, state, finish, text, created_at) values (?, ?, ?, ?, 'test-model', 'done', 'stop', ?, ?)",
			)
			.run(next, prompt, conversationId, account_id ?? "", answer.text, at);
		parent = next;
	}
	file.prepare("update conversations set tip_answer_id = ? where id = ?").run(parent, conversationId);
	file.exec("commit");
	file.close();
}
