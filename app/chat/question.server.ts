import type { Db } from "../db/connection.server.ts";
import { readBranch } from "./branch.server.ts";
import { type Fitted, fitContext, type Pair, roomToAsk } from "./context.ts";
import { GO_ON } from "./continuation.ts";
import type { ChatMessage } from "./providers/provider.ts";

/** What a model is to be asked, in as many tokens as it reads. */
export type Question = {
	fit(contextTokens: number, answerTokens: number | undefined, atMostPairs: number): Fitted;
};

/**
 * The conversation up to an answer, as a model is told it: the operator's instruction, the person's own,
 * the branch that leads to the answer, and, for one that broke off, its beginning with the request to go on.
 * @param said what the answer says already
 * @param instruction the operator's; "" for none
 */
export async function questionOf(
	db: Db,
	answer: { id: string; account_id: string; conversation_id: string },
	said: string,
	instruction: string,
): Promise<Question> {
	const [branch, conversation] = await Promise.all([
		readBranch(db, answer.account_id, answer.id),
		db
			.selectFrom("conversations")
			.select("instruction")
			.where("id", "=", answer.conversation_id)
			.executeTakeFirst(),
	]);
	const instructions = [instruction, conversation?.instruction ?? ""];
	const pairs = branch.map(
		(exchange): Pair => ({
			asked: exchange.prompt.text,
			answered: exchange.answer.id === answer.id ? said : exchange.answer.text,
		}),
	);
	const ending: ChatMessage[] = said === "" ? [] : [{ role: "user", content: GO_ON }];
	return {
		fit: (contextTokens, answerTokens, atMost) =>
			fitContext(instructions, pairs, ending, roomToAsk(contextTokens, answerTokens), atMost),
	};
}
