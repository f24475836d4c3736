import type { Db } from "../../platform/db/connection.server.ts";
import type { Payment, Refusal, Trouble } from "../gateways/gateway.ts";
import { cardToCharge } from "../renewals/saved-cards.server.ts";
import { isGivenUp, sendingsSince } from "../renewals/settle-charge.server.ts";
import { orderOf, type PurchaseRow } from "./order-of.server.ts";
import type { PaymentContext } from "./payment-context.server.ts";
import { hasStoodStill } from "./retry-schedule.server.ts";

/** A request that was on its way when the card was unlinked, or the secret changed, has ended by then. */
const UNDER_WAY_MS = 3_600_000;

/**
 * Sends a charge of a saved card, by the key of its attempt, unless the gateway has its payment already: the database
 * may have been restored from a copy that is older than the charge, and the gateway's memory of the key ends after a day.
 * Once the card is unlinked or the renewal turned off, nothing is sent any more, and the gateway is only asked.
 * @returns "unsent" when no sending has become a payment, and none can any more; "unreadable-card" the same, since the
 * card was sealed by another secret; "no-model" and "too-late" when the gateway has no payment of it, and nothing is sent
 * now
 */
export async function sendCharge(
	db: Db,
	{ gateway, sender, renewal }: PaymentContext,
	row: PurchaseRow,
	now: number,
): Promise<Payment | Refusal | Trouble | "unsent" | "unreadable-card" | "no-model" | "too-late"> {
	const find = async () => gateway.find(row.id, await sendingsSince(db, row));
	const askedAt = Date.now();
	const found = await find();
	if (found !== "unknown") return found;
	// As little as a charge that was not claimed yet: the same key is sent once there is a model again.
	if (renewal && !renewal.hasModel()) return "no-model";
	// Whoever was told of its day expects it no more: the next step of the renewal ends it.
	if (await isGivenUp(db, row, now)) return "too-late";
	// Read at the last moment.
	const card = renewal && (await cardToCharge(db, row, renewal.sealKey));
	const mayBeUnderWay = now - row.created_at < UNDER_WAY_MS;
	if (!card) return mayBeUnderWay ? { outcome: "unclear", detail: "the card is unlinked" } : "unsent";
	// Of a charge that is claimed only now nothing was sent before.
	if (card.id === null)
		return mayBeUnderWay && row.created_at < now
			? { outcome: "unclear", detail: "the card cannot be read" }
			: "unreadable-card";
	const { returnUrl: _, saveMethod: __, ...charge } = orderOf(row, sender);
	if (hasStoodStill(askedAt)) return { outcome: "unclear", detail: "the search for it is of long ago" };
	const answer = await gateway.chargeSaved(charge, card.id);
	if (!("outcome" in answer) || answer.outcome !== "refused") return answer;
	// The gateway refuses to repeat a charge that differs from the one it has executed, by the name of the service say.
	const made = await find();
	return made === "unknown" ? answer : made;
}
