import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../../platform/db/connection.server.ts";
import type { Manner } from "../../platform/db/tables/chat.ts";
import { type Round, readRounds } from "../answers/rounds/read-rounds.server.ts";
import { numberedSources } from "../answers/rounds/result-texts.server.ts";
import { messageAfter, messagesOf } from "../answers/rounds/round-messages.server.ts";
import { readWebSources } from "../citations/read-web-sources.server.ts";
import { withNumbersOf } from "../citations/renumber.server.ts";
import { inBatches } from "../conversations/batches.server.ts";
import { type ExchangeRef, walkUp } from "../conversations/branch.server.ts";
import type { ChatMessage, Model } from "../providers/provider.server.ts";
import {
	countTokens,
	type Fitted,
	fitContext,
	isResult,
	type Pair,
	pairOf,
	promptBudget,
	tokensOfAll,
} from "./context.server.ts";
import { CONTINUE_INSTRUCTION } from "./continuation.server.ts";
import type { Documents, GivenDocument } from "./given-documents.server.ts";
import { MANNER_INSTRUCTIONS } from "./manner.server.ts";
import { personInstruction } from "./person-instruction.server.ts";
import type { PromptPictures } from "./pictures.server.ts";

/** Places of the branch read per query; most models' contexts hold fewer exchanges. */
const REFS_AT_ONCE = 100;
/** This many of the earlier answers with calls keep their calls in the request; older ones keep only the text. */
const RECALLED = 5;

/** How far an answer is when its model is asked. */
export type AnswerSoFar = {
	/** The text after the last round, and the reasoning. */
	tail: string;
	reasoning?: string;
	/** In which tools were called. */
	rounds: readonly Round[];
	/** Whether tools are offered; after rounds without them the model is told to answer by what there is. */
	mayCall: boolean;
};

/** The state of an answer with no text and no rounds, for a model that may not call tools. */
export const NOT_BEGUN: AnswerSoFar = { tail: "", rounds: [], mayCall: false };

type RequestedModel = Pick<Model, "contextTokens" | "answerTokens"> & Partial<Pick<Model, "reasoningBack">>;
type CallingModel = { model: string | undefined } & Partial<Pick<Model, "reasoningBack">>;

export type ExchangeTexts = {
	asked: string;
	answered: string;
	sources: string | null;
	model: string;
	/** How many rounds it has in which tools were called. */
	rounds: number;
	/** The highest number of a page that its tools have found; null: none. */
	last_page: number | null;
};

/** A model request, fitted to the tokens that the model reads. */
export type ModelRequest = { fit(atMostPairs: number): Fitted };

/**
 * Builds a model request for an answer: the instructions of the operator, of the person for every chat, of the
 * conversation, and of the manner, in this order; the branch that leads to the answer; and, for a continuation, the
 * answer's beginning with the instruction to continue. Reads no more of the branch than fits into the model's context.
 * @param soFar how far the answer is
 * @param instruction the operator's; "" for none
 * @param documents what is given of the documents of the branch
 * @param pictures those of the branch that are shown
 */
export async function buildModelRequest(
	db: Db,
	answer: {
		id: string;
		account_id: string;
		conversation_id: string;
		manner?: Manner | null;
		model?: string;
	},
	soFar: AnswerSoFar,
	instruction: string,
	{ contextTokens, answerTokens, ...model }: RequestedModel,
	{ prompts: documents, given }: Documents = { prompts: [], given: [] },
	pictures: readonly PromptPictures[] = [],
): Promise<ModelRequest> {
	const budget = promptBudget(contextTokens, answerTokens);
	const { tail: textSoFar } = soFar;
	// Without tools a server need not know what calls are: earlier answers are their texts then.
	const calls = soFar.mayCall || soFar.rounds.length > 0 ? { model: answer.model, ...model } : null;
	const [{ pairs, isWhole }, conversation] = await Promise.all([
		readPairs(db, answer, soFar, budget - tokensOfAll(documents), given, calls),
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
	{ tail, reasoning = "", rounds, mayCall }: AnswerSoFar,
	budget: number,
	given: readonly GivenDocument[],
	calls: CallingModel | null,
): Promise<{ pairs: Pair[]; isWhole: boolean }> {
	const pairs: Pair[] = [];
	const pages = rounds.length === 0 ? [] : ((await readWebSources(db, [answer.id])).get(answer.id) ?? []);
	const found = numberedSources(
		pages,
		given.filter(({ foundBy }) => foundBy !== undefined),
	);
	let left = budget;
	let recalls = 0;
	const refs = walkUp(db, answer.account_id, answer.id, REFS_AT_ONCE);
	for await (const batch of inBatches(refs)) {
		if (left < 0) return { pairs: pairs.reverse(), isWhole: false };
		const read = await readTexts(db, batch);
		for (const [i, { answerId, promptId }] of batch.entries()) {
			const {
				asked = "",
				answered = "",
				sources = null,
				model,
				rounds: count = 0,
				last_page = null,
			} = read.get(answerId) ?? {};
			const recalled = calls !== null && count > 0 && answerId !== answer.id && recalls++ < RECALLED;
			const own = recalled ? ((await readRounds(db, [answerId])).get(answerId) ?? []) : [];
			// The numbers of another answer's passages may stand for others now.
			const renumbered = (text: string) => withNumbersOf(text, { sources, last_page }, given);
			const pair =
				answerId === answer.id
					? pairOf(
							asked,
							tail === "" ? "" : messageAfter(rounds, tail, reasoning, { ...calls, own: true }),
							messagesOf(rounds, { ...calls, own: true }, found, !mayCall),
						)
					: pairWithRounds(
							asked,
							renumbered(answered.slice(own.at(-1)?.text_to ?? 0)),
							own,
							await readReasoning(db, answerId, own),
							{ ...calls, own: model === calls?.model, retell: renumbered },
						);
			const tokens = await countTokens(pair, turn);
			pairs.push({ ...pair, tokens, promptId });
			// Results leave the context before other pairs do.
			left -= tokens - (await countTokens({ messages: pair.messages.filter(isResult) }, turn));
			if (left >= 0) continue;
			const above = batch[i + 1]?.answerId ?? batch[i]?.parentAnswerId ?? null;
			return { pairs: pairs.reverse(), isWhole: above === null };
		}
	}
	return { pairs: pairs.reverse(), isWhole: true };
}

/**
 * The pair of an answer that has called tools: the text of its rounds is in their messages.
 * @param answered the text after them
 * @param reasoning that after them
 */
function pairWithRounds(
	asked: string,
	answered: string,
	rounds: readonly Round[],
	reasoning: string,
	model: Parameters<typeof messagesOf>[1],
): Pair {
	if (rounds.length === 0) return pairOf(asked, answered);
	// A question right after a result is refused by some servers.
	const answer = messageAfter(rounds, answered.trim() || "…", reasoning, model);
	return pairOf(asked, answer, messagesOf(rounds, model));
}

/** The reasoning after the rounds of an answer. */
async function readReasoning(db: Db, answerId: string, rounds: readonly Round[]): Promise<string> {
	const last = rounds.at(-1);
	if (!last) return "";
	const answer = await db
		.selectFrom("answers")
		.select("reasoning")
		.where("id", "=", answerId)
		.executeTakeFirst();
	return answer?.reasoning.slice(last.reasoning_to) ?? "";
}

/** The texts of some exchanges, by answer. */
export async function readTexts(db: Db, refs: readonly ExchangeRef[]): Promise<Map<string, ExchangeTexts>> {
	const rows = await db
		.selectFrom("answers as a")
		.innerJoin("prompts as p", "p.id", "a.prompt_id")
		.select(["a.id", "p.text as asked", "a.text as answered", "a.sources", "a.model", "a.rounds"])
		.select((eb) =>
			eb
				.selectFrom("answer_sources as s")
				.select(({ fn }) => fn.max("s.n").as("last"))
				.whereRef("s.answer_id", "=", "a.id")
				.as("last_page"),
		)
		.where(
			"a.id",
			"in",
			refs.map(({ answerId }) => answerId),
		)
		.execute();
	return new Map(rows.map(({ id, ...texts }) => [id, texts]));
}
