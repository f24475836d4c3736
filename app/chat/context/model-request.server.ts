import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Manner } from "../../platform/db/tables/chat.ts";
import { withNumbersOf } from "../citations/renumber.server.ts";
import { inBatches } from "../conversations/batches.server.ts";
import { type ExchangeRef, walkUp } from "../conversations/branch.server.ts";
import type { ChatMessage, Model } from "../providers/provider.server.ts";
import {
	countTokens,
	type Fitted,
	fitContext,
	type Pair,
	pairOf,
	promptBudget,
	tokensOfAll,
} from "./context.server.ts";
import { CONTINUE_INSTRUCTION } from "./continuation.server.ts";
import type { Documents, GivenDocument } from "./documents.server.ts";
import { MANNER_INSTRUCTIONS } from "./manner.server.ts";
import { personInstruction } from "./person-instruction.server.ts";
import type { PromptPictures } from "./pictures.server.ts";

/** Places of the branch read per query; most models' contexts hold fewer exchanges. */
const REFS_AT_ONCE = 100;

/** A model request, fitted to the tokens that the model reads. */
export type ModelRequest = { fit(atMostPairs: number): Fitted };

/**
 * Builds a model request for an answer: the instructions of the operator, of the person for every chat, of the
 * conversation, and of the manner, in this order; the branch that leads to the answer; and, for a continuation, the
 * answer's beginning with the instruction to continue. Reads no more of the branch than fits into the model's context.
 * @param textSoFar the answer's text so far
 * @param instruction the operator's; "" for none
 * @param documents what is given of the documents of the branch
 * @param pictures those of the branch that are shown
 */
export async function buildModelRequest(
	db: Db,
	answer: { id: string; account_id: string; conversation_id: string; manner?: Manner | null },
	textSoFar: string,
	instruction: string,
	{ contextTokens, answerTokens }: Pick<Model, "contextTokens" | "answerTokens">,
	{ prompts: documents, given }: Documents = { prompts: [], given: [] },
	pictures: readonly PromptPictures[] = [],
): Promise<ModelRequest> {
	const budget = promptBudget(contextTokens, answerTokens);
	const [{ pairs, isWhole }, conversation] = await Promise.all([
		readPairs(db, answer, textSoFar, budget - tokensOfAll(documents), given),
		db
			.selectFrom("conversations")
			.innerJoin("accounts", "accounts.id", "conversations.account_id")
			.select(["instruction", "about", "answer_style", "about_off_at"])
			.where("conversations.id", "=", answer.conversation_id)
			.executeTakeFirst(),
	]);
	const manner = answer.manner ? MANNER_INSTRUCTIONS[answer.manner] : "";
	const instructions = conversation
		? [instruction, personInstruction(conversation), conversation.instruction ?? "", manner]
		: [instruction];
	const tail: ChatMessage[] = textSoFar === "" ? [] : [{ role: "user", content: CONTINUE_INSTRUCTION }];
	return {
		fit(atMost) {
			const fitted = fitContext(instructions, pairs, tail, budget, atMost, documents, pictures);
			// At least one exchange is omitted; counting those above the last one read is not worth a query.
			return isWhole ? fitted : { ...fitted, cut: fitted.cut + 1 };
		},
	};
}

/** The last pairs of the branch until they exceed `budget` tokens: oldest first, and whether the branch is complete. */
async function readPairs(
	db: Db,
	answer: { id: string; account_id: string },
	textSoFar: string,
	budget: number,
	given: readonly GivenDocument[],
): Promise<{ pairs: Pair[]; isWhole: boolean }> {
	const pairs: Pair[] = [];
	let left = budget;
	const refs = walkUp(db, answer.account_id, answer.id, REFS_AT_ONCE);
	for await (const batch of inBatches(refs)) {
		if (left < 0) return { pairs: pairs.reverse(), isWhole: false };
		const read = await readTexts(db, batch);
		for (const [i, { answerId, promptId }] of batch.entries()) {
			const { asked = "", answered = "", sources = null } = read.get(answerId) ?? {};
			// The numbers of another answer's passages may stand for others now.
			const said = answerId === answer.id ? textSoFar : withNumbersOf(answered, sources, given);
			const pair = pairOf(asked, said);
			const tokens = await countTokens(pair, turn);
			pairs.push({ ...pair, tokens, promptId });
			left -= tokens;
			if (left >= 0) continue;
			const above = batch[i + 1]?.answerId ?? batch[i]?.parentAnswerId ?? null;
			return { pairs: pairs.reverse(), isWhole: above === null };
		}
	}
	return { pairs: pairs.reverse(), isWhole: true };
}

/** The texts of some exchanges, by answer. */
export async function readTexts(
	db: Db,
	refs: readonly ExchangeRef[],
): Promise<Map<string, { asked: string; answered: string; sources: string | null }>> {
	const rows = await db
		.selectFrom("answers as a")
		.innerJoin("prompts as p", "p.id", "a.prompt_id")
		.select(["a.id", "p.text as asked", "a.text as answered", "a.sources"])
		.where(
			"a.id",
			"in",
			refs.map(({ answerId }) => answerId),
		)
		.execute();
	return new Map(rows.map(({ id, ...texts }) => [id, texts]));
}
