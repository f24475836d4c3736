import { returnMessage, settleMessage } from "../../billing/quota/allowance.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { countUnpaid } from "../prompts/model-call-throttle.server.ts";
import type { AnswerEnd } from "./answer-end.ts";

/** An answer's content: its text and its reasoning. */
type Content = { text: string; reasoning: string };

/** How the end of an answer settles its reservation. */
export type Settlement = {
	/** The reserved message is charged. */
	charged: boolean;
	/** The model did work for it. */
	worked: boolean;
};

/**
 * Decides whether an answer is charged: yes when it has text, or when the user stopped it while its reasoning was
 * shown; never when the provider withheld the answer (`filtered`) or sent nothing but reasoning.
 * @param before the content when the message was reserved
 * @param after the content at the end
 */
export function settlementOf(
	before: Content,
	after: Content,
	{ state, finish }: Pick<AnswerEnd, "state" | "finish">,
): Settlement {
	const appended = (kind: keyof Content) => after[kind].slice(before[kind].length).trim() !== "";
	const [text, reasoning, stopped] = [appended("text"), appended("reasoning"), state === "stopped"];
	return {
		charged: finish !== "filtered" && (text || (stopped && reasoning)),
		// A stopped call was made, and the operator pays for it whatever it produced.
		worked: text || reasoning || stopped,
	};
}

/** Settles or returns an answer's reservation, as the last statement of the transaction that ends the answer. */
export async function settleReservation(
	trx: Db,
	{ accountId, reservation }: { accountId: string; reservation: string | null },
	{ charged, worked }: Settlement,
	now: number,
): Promise<void> {
	if (reservation !== null) await (charged ? settleMessage : returnMessage)(trx, reservation, now);
	if (worked && (reservation === null || !charged)) await countUnpaid(trx, accountId, now);
}
