import { returnMessage, settleMessage } from "../../billing/quota/allowance.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { countUnpaid } from "../prompts/asking-pace.server.ts";
import type { Ending } from "./finish-answer.server.ts";

/** What an answer holds: its words, and what the model thought aloud before them. */
type Said = { text: string; reasoning: string };

/** What the end of an answer means for its message. */
export type Verdict = {
	/** The message is used. */
	charged: boolean;
	/** The model did something for it. */
	worked: boolean;
};

/**
 * What an answer is worth. It is charged when words came, or when the person stopped it with the model's thoughts
 * before their eyes; never when the provider would not answer (`filtered`) or brought nothing but thoughts.
 * @param before what the answer held when the message was set aside
 * @param after what it holds now
 */
export function verdictOn(
	before: Said,
	after: Said,
	{ state, finish }: Pick<Ending, "state" | "finish">,
): Verdict {
	const grew = (kind: keyof Said) => after[kind].slice(before[kind].length).trim() !== "";
	const [words, thoughts, stopped] = [grew("text"), grew("reasoning"), state === "stopped"];
	return {
		charged: finish !== "filtered" && (words || (stopped && thoughts)),
		// A call that is stopped has been made and is paid for by the operator, whatever came of it.
		worked: words || thoughts || stopped,
	};
}

/** Uses the message of an answer or gives it back, in the transaction that ends the answer, as its last statement. */
export async function settleReservation(
	trx: Db,
	{ accountId, reservation }: { accountId: string; reservation: string | null },
	{ charged, worked }: Verdict,
	now: number,
): Promise<void> {
	if (reservation !== null) await (charged ? settleMessage : returnMessage)(trx, reservation, now);
	if (worked && (reservation === null || !charged)) await countUnpaid(trx, accountId, now);
}
