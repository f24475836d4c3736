import { returnMessage, settleMessage } from "../billing/allowance.server.ts";
import type { Db } from "../db/connection.server.ts";
import type { Ending } from "./settle-answer.server.ts";

/**
 * Whether an answer is worth the message that was set aside for it (product.md §5): something was said, and the
 * provider did not refuse to answer.
 * @param before what the answer held when the message was set aside
 * @param text what it holds now
 */
export const isCharged = (before: string, text: string, { finish }: Pick<Ending, "finish"> = {}): boolean =>
	finish !== "filtered" && text.slice(before.length).trim() !== "";

/** Uses the message of an answer or gives it back, in the transaction that ends the answer, as its last statement. */
export async function charge(
	trx: Db,
	reservation: string | null,
	charged: boolean,
	now: number,
): Promise<void> {
	if (reservation === null) return;
	await (charged ? settleMessage : returnMessage)(trx, reservation, now);
}
