import { randomUUID } from "node:crypto";
import { seal, unseal } from "../../mail/seal.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { SavedMethod } from "../gateways/gateway.ts";
import type { PurchaseRow } from "../payments/order-of.server.ts";

/**
 * Keeps what the gateway has saved, in place of an earlier one, in a transaction that has locked the account.
 * @returns the id of the row
 */
export async function saveCard(
	trx: Db,
	purchase: Pick<PurchaseRow, "account_id" | "gateway">,
	method: SavedMethod,
	sealKey: Buffer,
	now: number,
): Promise<string> {
	await forgetCard(trx, purchase.account_id);
	const id = randomUUID();
	await trx
		.insertInto("payment_methods")
		.values({
			id,
			account_id: purchase.account_id,
			gateway: purchase.gateway,
			sealed_id: seal(method.id, id, sealKey),
			title: method.title,
			expires_at: method.expiresAt,
			state: "active",
			created_at: now,
		})
		.execute();
	return id;
}

/** Deletes the saved card of an account: nothing that is kept can charge it any more. @returns its title */
export async function forgetCard(trx: Db, accountId: string): Promise<string | undefined> {
	const deleted = await trx
		.deleteFrom("payment_methods")
		.where("account_id", "=", accountId)
		.returning("title")
		.executeTakeFirst();
	return deleted?.title;
}

/**
 * The gateway's id of the card that a charge is for; read right before each sending, so that nothing is sent once the
 * card is unlinked or the renewal turned off.
 * @returns undefined when this charge may not be sent (any more); its `id` is null where another secret has sealed it
 */
export async function cardToCharge(
	db: Db,
	purchase: Pick<PurchaseRow, "id" | "renewal_id">,
	sealKey: Buffer,
): Promise<{ id: string | null } | undefined> {
	const card = await db
		.selectFrom("renewals")
		.innerJoin("payment_methods", "payment_methods.id", "renewals.method_id")
		.innerJoin("accounts", "accounts.id", "renewals.account_id")
		.select(["payment_methods.id", "payment_methods.sealed_id"])
		.where("renewals.id", "=", purchase.renewal_id)
		.where("renewals.purchase_id", "=", purchase.id)
		.where("renewals.state", "=", "charging")
		.where("accounts.state", "=", "active")
		.executeTakeFirst();
	if (!card) return undefined;
	try {
		return { id: unseal(card.sealed_id, card.id, sealKey) };
	} catch {
		return { id: null };
	}
}
