import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../../platform/db/connection.server.ts";
import { type Place, walkUp } from "../conversations/branch.server.ts";
import { inPortions } from "../conversations/portions.ts";
import type { ChatMessage, Model } from "../providers/provider.ts";
import { countTokens, type Fitted, fitContext, type Pair, roomToAsk } from "./context.ts";
import { GO_ON } from "./continuation.ts";

/** Places of the branch read per query; most models' contexts hold fewer exchanges. */
const PLACES_AT_ONCE = 100;

/** A model request, fitted to the tokens that the model reads. */
export type Question = { fit(atMostPairs: number): Fitted };

/**
 * Builds a model request for an answer: the operator's instruction, the user's own, the branch that leads to the
 * answer, and, for a continuation, the answer's beginning with the instruction to continue. Reads no more of the
 * branch than fits into the model's context.
 * @param said the answer's text so far
 * @param instruction the operator's; "" for none
 */
export async function questionOf(
	db: Db,
	answer: { id: string; account_id: string; conversation_id: string },
	said: string,
	instruction: string,
	{ contextTokens, answerTokens }: Pick<Model, "contextTokens" | "answerTokens">,
): Promise<Question> {
	const room = roomToAsk(contextTokens, answerTokens);
	const [{ pairs, isWhole }, conversation] = await Promise.all([
		readPairs(db, answer, said, room),
		db
			.selectFrom("conversations")
			.select("instruction")
			.where("id", "=", answer.conversation_id)
			.executeTakeFirst(),
	]);
	const instructions = [instruction, conversation?.instruction ?? ""];
	const ending: ChatMessage[] = said === "" ? [] : [{ role: "user", content: GO_ON }];
	return {
		fit(atMost) {
			const fitted = fitContext(instructions, pairs, ending, room, atMost);
			// At least one exchange is omitted; counting those above the last one read is not worth a query.
			return isWhole ? fitted : { ...fitted, cut: fitted.cut + 1 };
		},
	};
}

/** The last pairs of the branch until they exceed `room` tokens: oldest first, and whether the branch is complete. */
async function readPairs(
	db: Db,
	answer: { id: string; account_id: string },
	said: string,
	room: number,
): Promise<{ pairs: Pair[]; isWhole: boolean }> {
	const pairs: Pair[] = [];
	let left = room;
	const places = walkUp(db, answer.account_id, answer.id, PLACES_AT_ONCE);
	for await (const portion of inPortions(places)) {
		if (left < 0) return { pairs: pairs.reverse(), isWhole: false };
		const read = await readSaid(db, portion);
		for (const [i, { answerId }] of portion.entries()) {
			const { asked = "", answered = "" } = read.get(answerId) ?? {};
			const pair = { asked, answered: answerId === answer.id ? said : answered };
			const tokens = await countTokens(pair, turn);
			pairs.push({ ...pair, tokens });
			left -= tokens;
			if (left >= 0) continue;
			const above = portion[i + 1]?.answerId ?? portion[i]?.parentAnswerId ?? null;
			return { pairs: pairs.reverse(), isWhole: above === null };
		}
	}
	return { pairs: pairs.reverse(), isWhole: true };
}

/** The texts at some places of a branch, by answer. */
export async function readSaid(
	db: Db,
	places: readonly Place[],
): Promise<Map<string, { asked: string; answered: string }>> {
	const rows = await db
		.selectFrom("answers as a")
		.innerJoin("prompts as p", "p.id", "a.prompt_id")
		.select(["a.id", "p.text as asked", "a.text as answered"])
		.where(
			"a.id",
			"in",
			places.map(({ answerId }) => answerId),
		)
		.execute();
	return new Map(rows.map(({ id, ...said }) => [id, said]));
}
