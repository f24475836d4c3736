import { randomUUID } from "node:crypto";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { PLUS } from "../payment-context.ts";

const DAY = 86_400_000;

/** An account agrees, past all screens, that «Плюс» renews itself; nothing of it is due for a month. */
export async function agreed(db: Db, accountId: string): Promise<void> {
	const now = Date.now();
	const [id, consentId] = [randomUUID(), randomUUID()];
	const plan = { plan_key: PLUS.key, plan: JSON.stringify(PLUS) };
	const words = { text: "", text_version: "1", offer_version: null, ip_network: "", user_agent: "" };
	const consent = { plan_key: PLUS.key, amount: PLUS.price, days: 30, at: now, ...words };
	await db
		.insertInto("renewal_consents")
		.values({ id: consentId, account_id: accountId, act: "given", ...consent })
		.execute();
	await db
		.insertInto("renewals")
		.values({
			...{ id, account_id: accountId, consent_id: consentId, method_id: null, ...plan },
			...{ receipt_email: "buh@pochta.ru", state: "on", paid_until: now + 60 * DAY, next_at: null },
			...{ created_at: now, changed_at: now },
		})
		.execute();
}
