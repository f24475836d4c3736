import type { Db } from "../../platform/db/connection.server.ts";
import type { PersonalData } from "../../platform/personal-data.ts";

/** Rows at a time: an account has one card and one renewal, and a consent for each purchase. */
const ERASED_AT_ONCE = 500;

/** The saved card, the renewal, and what was agreed to. A charge stays with its purchase. */
export const renewalsData: PersonalData = {
	part: "renewals",
	read: readRenewals,
	async eraseSome(db, accountId) {
		for (const table of ["payment_methods", "renewals", "renewal_consents"] as const) {
			const few = db.selectFrom(table).select("id").where("account_id", "=", accountId).limit(ERASED_AT_ONCE);
			const { numDeletedRows } = await db.deleteFrom(table).where("id", "in", few).executeTakeFirst();
			if (numDeletedRows > 0n) return Number(numDeletedRows);
		}
		return 0;
	},
};

/** Without the id that can charge the card. */
async function* readRenewals(db: Db, accountId: string) {
	const cards = await db
		.selectFrom("payment_methods")
		.select(["title", "expires_at as expiresAt", "state", "created_at as createdAt"])
		.where("account_id", "=", accountId)
		.execute();
	for (const card of cards) yield { card };
	const renewals = await db
		.selectFrom("renewals")
		.select(["plan_key as plan", "state", "reason", "receipt_email as receiptEmail"])
		.select(["paid_until as paidUntil", "charge_at as chargeAt", "charge_amount as chargeAmount"])
		.select(["created_at as createdAt", "changed_at as changedAt"])
		.where("account_id", "=", accountId)
		.execute();
	for (const renewal of renewals) yield { renewal };
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("renewal_consents")
			.select(["id", "act", "text", "text_version as textVersion", "offer_version as offerVersion"])
			.select([
				"plan_key as plan",
				"amount",
				"days",
				"at",
				"ip_network as network",
				"user_agent as userAgent",
			])
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "id"), ">", tuple(at, id)))
			.orderBy("at")
			.orderBy("id")
			.limit(ERASED_AT_ONCE)
			.execute();
		for (const { id: _, ...consent } of page) yield { consent };
		const last = page.at(-1);
		if (!last || page.length < ERASED_AT_ONCE) return;
		[at, id] = [last.at, last.id];
	}
}
