import type { Terms } from "../../billing/payments/terms.server.ts";
import { reserveMessage } from "../../billing/quota/allowance.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** No message is left; `until`: when the quota renews. */
export type OutOfMessages = { outcome: "exhausted"; until: number };

/** Rolls the transaction of the prompt back. */
export class Exhausted extends Error {
	readonly outcome: OutOfMessages;
	constructor(outcome: OutOfMessages) {
		super(outcome.outcome);
		this.outcome = outcome;
	}
}

/**
 * Reserves a message for an answer, as the last statement of its transaction. The lock order is answer, then
 * allowance, as at an answer's end; in the other order a prompt and the end of the previous answer would deadlock.
 * @throws {Exhausted} when none is left
 */
export async function reserveOrThrow(
	trx: Db,
	accountId: string,
	reference: string,
	now: number,
	terms: Terms,
): Promise<void> {
	const reserved = await reserveMessage(trx, accountId, reference, now, terms);
	if (reserved.outcome === "exhausted") throw new Exhausted(reserved);
}
