import type { Insertable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { SandboxPaymentsTable } from "../../platform/db/tables/billing.ts";
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
	"permission_revoked",
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
			savedMethod:
				row.state === "paid" && row.save === "yes"
					? { id: row.id, title: translate("method.sandboxCard"), expiresAt: null }
					: null,
			receiptState: null,
		};
	};
	const insert = async (row: Omit<Insertable<SandboxPaymentsTable>, "created_at">) => {
		await db
			.insertInto("sandbox_payments")
			.values({ ...row, created_at: Date.now() })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		const payment = await read(row.id);
		return payment === "unknown" ? { outcome: "unclear" as const, detail: "the row is gone" } : payment;
	};
	return {
		name: "sandbox",
		keyLivesMs: Number.POSITIVE_INFINITY,
		create: ({ id, amount, saveMethod }) =>
			insert({ id, amount, state: "waiting", save: saveMethod ? "asked" : null }),
		/** Ends as the payer has chosen on the page of the payment that saved the card. */
		async chargeSaved({ id, amount }, methodId) {
			const card = await db
				.selectFrom("sandbox_payments")
				.select(["save", "later"])
				.where("id", "=", methodId)
				.executeTakeFirst();
			if (card?.save !== "yes") return { outcome: "refused", detail: "no such card" };
			const { later } = card;
			if (later === "pending") return insert({ id, amount, state: "waiting" });
			return insert(later ? { id, amount, state: "canceled", reason: later } : { id, amount, state: "paid" });
		},
		find: (orderId) => read(orderId),
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
 * @param saved where it was to be saved: `no` does not save it, `later` is how its later charges end
 * @returns `decided`, also when the same outcome was set before; `decided-otherwise` when it has ended in another way
 */
export async function decideSandboxPayment(
	db: Db,
	accountId: string,
	purchaseId: string,
	outcome: string,
	{ save = null, later = null }: { save?: string | null; later?: string | null } = {},
): Promise<{ outcome: "decided" | "decided-otherwise" | "no-such-payment" | "no-such-outcome" }> {
	const purchase = await db
		.selectFrom("purchases")
		.innerJoin("sandbox_payments", "sandbox_payments.id", "purchases.id")
		.select("sandbox_payments.save")
		.where("purchases.id", "=", purchaseId)
		.where("purchases.account_id", "=", accountId)
		.where("purchases.gateway", "=", "sandbox")
		.executeTakeFirst();
	if (!purchase) return { outcome: "no-such-payment" };
	if (outcome === "pending") return { outcome: "decided" };
	const reason = SANDBOX_REASONS.find((known) => known === outcome) ?? null;
	if (outcome !== "pay" && !reason) return { outcome: "no-such-outcome" };
	const state = reason ? "canceled" : "paid";
	const asked = purchase.save === "asked" && { save: save === "no" ? ("no" as const) : ("yes" as const) };
	await db
		.updateTable("sandbox_payments")
		.set({ state, reason, ...asked, ...(asked && { later: laterOutcome(later) }) })
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

const laterOutcome = (later: string | null) =>
	later === "pending" ? later : (SANDBOX_REASONS.find((known) => known === later) ?? null);

/**
 * Sets how the later charges of a saved sandbox card end.
 * @param later a reason, `pending`, or anything else: paid
 * @returns false where this account has no such card
 */
export async function decideLaterCharges(
	db: Db,
	accountId: string,
	purchaseId: string,
	later: string,
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("sandbox_payments")
		.set({ later: laterOutcome(later) })
		.where("save", "=", "yes")
		.where("id", "=", (eb) =>
			eb
				.selectFrom("purchases")
				.select("id")
				.where("id", "=", purchaseId)
				.where("account_id", "=", accountId)
				.where("gateway", "=", "sandbox"),
		)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
