import type { Db } from "../../db/connection.server.ts";
import type { Gateway, Payment } from "./gateway.ts";

/** A person who does nothing for so long will not pay any more, as at real gateways. */
const LIFETIME = 3_600_000;

/**
 * A gateway of our own with which payments are tried out: what becomes of one is chosen on `/payment/sandbox`.
 * Its rows stand for the memory that a real gateway has on its side.
 * @param appUrl begins the address of that page
 */
export function sandboxGateway(db: Db, appUrl: string): Gateway {
	const read = async (gatewayId: string, now = Date.now()): Promise<Payment | "unknown"> => {
		const row = await db
			.selectFrom("sandbox_payments")
			.selectAll()
			.where("id", "=", gatewayId)
			.executeTakeFirst();
		if (!row) return "unknown";
		const expired = row.state === "waiting" && Number(row.created_at) + LIFETIME < now;
		return {
			gatewayId: row.id,
			state: expired ? "canceled" : row.state,
			amount: row.amount,
			currency: "RUB",
			orderId: row.order_id,
			test: true,
			confirmationUrl: `${appUrl}/payment/sandbox?payment=${row.order_id}`,
			reason: expired ? "expired_on_confirmation" : row.reason,
			method: row.state === "paid" ? "Тестовая карта •• 4477" : null,
			receiptState: null,
		};
	};
	return {
		name: "sandbox",
		create: async ({ id, amount }) => {
			await db
				.insertInto("sandbox_payments")
				.values({ id: `sandbox-${id}`, order_id: id, amount, state: "waiting", created_at: Date.now() })
				.onConflict((oc) => oc.column("id").doNothing())
				.execute();
			const created = await read(`sandbox-${id}`);
			if (created === "unknown")
				throw new Error("The sandbox has forgotten a payment that it has just made.");
			return created;
		},
		read: (gatewayId) => read(gatewayId),
		// Its refunds are computed: each is done at once.
		refund: async (_payment, { id, amount }) => refunded(`${id}.${amount}`),
		readRefund: async (gatewayId) => refunded(gatewayId),
		parseNotification: () => undefined,
	};
}

function refunded(gatewayId: string) {
	const amount = Number(gatewayId.split(".")[1]);
	return { gatewayId, state: "done" as const, amount, reason: null, receiptState: null };
}

/**
 * What the person has chosen on the sandbox's page; only the first choice counts.
 * @param outcome `pay`, `pending` (nothing happens yet), or the code of a refusal
 * @returns false when the account has no such purchase
 */
export async function decideSandboxPayment(
	db: Db,
	accountId: string,
	purchaseId: string,
	outcome: string,
): Promise<boolean> {
	const purchase = await db
		.selectFrom("purchases")
		.select("id")
		.where("id", "=", purchaseId)
		.where("account_id", "=", accountId)
		.where("gateway", "=", "sandbox")
		.executeTakeFirst();
	if (!purchase) return false;
	if (outcome === "pending") return true;
	await db
		.updateTable("sandbox_payments")
		.set(outcome === "pay" ? { state: "paid" } : { state: "canceled", reason: outcome })
		.where("order_id", "=", purchaseId)
		.where("state", "=", "waiting")
		.execute();
	return true;
}
