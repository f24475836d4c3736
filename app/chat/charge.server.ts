import { returnMessage, settleMessage } from "../billing/allowance.server.ts";
import type { Db } from "../db/connection.server.ts";
import type { Ending } from "./settle-answer.server.ts";

/**
 * What an answer's message has come to when the writing ends (product.md §5): it is used when something was said,
 * and comes back when nothing was, or the provider would not answer. In the transaction that ends the answer.
 * @param gained whether the text has grown since the message was reserved
 */
export async function chargeFor(
	trx: Db,
	reservation: string | null,
	ending: Pick<Ending, "finish">,
	gained: boolean,
	now: number,
): Promise<void> {
	if (reservation === null) return;
	if (gained && ending.finish !== "filtered") await settleMessage(trx, reservation, now);
	else await returnMessage(trx, reservation, now);
}
