import type { Terms } from "../../billing/payments/terms.server.ts";
import { reserveMessage } from "../../billing/quota/allowance.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** No message is left; `until`: when there are some again. */
export type OutOfMessages = { outcome: "exhausted"; until: number };

/** Undoes the transaction of what was asked. */
export class Exhausted extends Error {
	readonly outcome: OutOfMessages;
	constructor(outcome: OutOfMessages) {
		super(outcome.outcome);
		this.outcome = outcome;
	}
}

/**
 * Sets a message aside for an answer, as the last statement of its transaction. Whoever ends an answer holds it
 * first and the allowance after it; in the other order a question and the end of the answer before it would each
 * wait for what the other holds.
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
