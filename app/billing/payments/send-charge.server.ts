import type { Db } from "../../platform/db/connection.server.ts";
import type { Payment, Refusal, Trouble } from "../gateways/gateway.ts";
import { cardToCharge } from "../renewals/saved-cards.server.ts";
import { orderOf, type PurchaseRow } from "./order-of.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";

/** A request that was on its way when the card was unlinked has ended by then, one way or the other. */
const UNDER_WAY_MS = 3_600_000;

/**
 * Sends a charge of a saved card, by the key of its attempt. Once the card is unlinked or the renewal turned off,
 * nothing is sent any more: the gateway is only asked whether an earlier sending has become a payment. So it is, too,
 * where the key has expired.
 * @returns "unsent" when it has become none, and cannot any more
 */
export async function sendCharge(
	db: Db,
	{ gateway, sender, renewal }: PaymentContext,
	row: PurchaseRow,
	now: number,
): Promise<Payment | Refusal | Trouble | "unsent"> {
	const age = now - row.created_at;
	const mayBeSent = async () => renewal && (await cardToCharge(db, row, renewal.sealKey));
	if (age >= gateway.keyLivesMs || !(await mayBeSent())) {
		const found = await gateway.find(row.id, row.created_at);
		if (found !== "unknown") return found;
	}
	// Read at the last moment.
	const cardId = await mayBeSent();
	if (cardId) {
		const { returnUrl: _, saveMethod: __, ...charge } = orderOf(row, sender);
		return gateway.chargeSaved(charge, cardId);
	}
	return age < UNDER_WAY_MS ? { outcome: "unclear", detail: "the card is unlinked" } : "unsent";
}
