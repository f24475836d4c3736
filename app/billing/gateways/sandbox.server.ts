import type { Db } from "../../platform/db/connection.server.ts";
import { translate } from "../texts.server.ts";
import type { Gateway, Payment, Refund } from "./gateway.ts";

/** Possible outcomes of a sandbox payment: `pending` changes nothing, another word is a reason. */
export const SANDBOX_REASONS = [
	"insufficient_funds",
	"payment_method_limit_exceeded",
	"general_decline",
	"call_issuer",
	"issuer_unavailable",
	"payment_method_restricted",
	"fraud_suspected",
	"country_forbidden",
	"card_expired",
	"invalid_card_number",
	"invalid_csc",
	"3d_secure_failed",
	"expired_on_confirmation",
	"internal_timeout",
] as const;

/**
 * A gateway without a bank: the payer chooses on `/payment/sandbox?payment=<id>` what the bank would have answered.
 * It stores its own rows, as a real gateway does.
 */
export function sandboxGateway(db: Db, appUrl: string): Gateway {
	const read = async (gatewayId: string): Promise<Payment | "unknown"> => {
		const row = await db
			.selectFrom("sandbox_payments")
			.selectAll()
			.where("id", "=", gatewayId)
			.executeTakeFirst();
		if (!row) return "unknown";
		return {
			gatewayId: row.id,
			state: row.state,
			amount: row.amount,
			currency: "RUB",
			orderId: row.id,
			test: true,
			confirmationUrl: row.state === "waiting" ? `${appUrl}/payment/sandbox?payment=${row.id}` : null,
			reason: row.reason,
			method: row.state === "paid" ? translate("method.sandbox") : null,
			receiptState: null,
		};
	};
	return {
		name: "sandbox",
		keyLivesMs: Number.POSITIVE_INFINITY,
		async create({ id, amount }) {
			await db
				.insertInto("sandbox_payments")
				.values({ id, amount, state: "waiting", created_at: Date.now() })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
			const payment = await read(id);
			return payment === "unknown" ? { outcome: "unclear", detail: "the row is gone" } : payment;
		},
		read,
		refund: async (_payment, { id, amount }) => doneRefund(id, amount),
		findRefund: async (_gatewayId, { id, amount }) => doneRefund(id, amount),
		readRefund: async () => "unknown",
		parseNotification: () => undefined,
	};
}

/** Sandbox money is refunded at once. */
const doneRefund = (id: string, amount: number): Refund => ({
	gatewayId: id,
	state: "done",
	amount,
	reason: null,
	receiptState: null,
});

/**
 * Sets the outcome of a sandbox payment. Once only; `pending` sets nothing. The purchase is settled by asking the
 * gateway, as always: redirect the person to the return address afterwards.
 * @param outcome as sent by the form
 * @returns `decided`, also when the same outcome was set before; `decided-otherwise` when it has ended in another way
 */
export async function decideSandboxPayment(
	db: Db,
	accountId: string,
	purchaseId: string,
	outcome: string,
): Promise<{ outcome: "decided" | "decided-otherwise" | "no-such-payment" | "no-such-outcome" }> {
	const purchase = await db
		.selectFrom("purchases")
		.innerJoin("sandbox_payments", "sandbox_payments.id", "purchases.id")
		.select("purchases.id")
		.where("purchases.id", "=", purchaseId)
		.where("purchases.account_id", "=", accountId)
		.where("purchases.gateway", "=", "sandbox")
		.executeTakeFirst();
	if (!purchase) return { outcome: "no-such-payment" };
	if (outcome === "pending") return { outcome: "decided" };
	const reason = SANDBOX_REASONS.find((known) => known === outcome) ?? null;
	if (outcome !== "pay" && !reason) return { outcome: "no-such-outcome" };
	const state = reason ? "canceled" : "paid";
	await db
		.updateTable("sandbox_payments")
		.set({ state, reason })
		.where("id", "=", purchaseId)
		.where("state", "=", "waiting")
		.execute();
	const now = await db
		.selectFrom("sandbox_payments")
		.select(["state", "reason"])
		.where("id", "=", purchaseId)
		.executeTakeFirst();
	const same = now?.state === state && now.reason === reason;
	return { outcome: same ? "decided" : "decided-otherwise" };
}
