import { randomUUID } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { grantSubscription } from "../plans/subscriptions.server.ts";
import { followGrant } from "../renewals/follow-purchase.server.ts";
import { translate } from "../texts.server.ts";
import { hashOfTyped } from "./activation-code.server.ts";
import { billOf } from "./bill.server.ts";

export type Activated =
	| { outcome: "activated"; plan: Plan; until: number }
	| { outcome: "unknown" | "revoked" | "used" }
	/** By this account; when. */
	| { outcome: "used-by-you"; at: number }
	| { outcome: "expired"; at: number };

/**
 * Uses an activation code: the account gets the plan of its bill for its days, as a purchase would give it. The guarded
 * update of the code decides among people who use it at the same moment.
 * @param typed as a person has typed it
 */
export async function activate(
	db: Db,
	accountId: string,
	typed: string,
	now = Date.now(),
): Promise<Activated> {
	const hash = hashOfTyped(typed);
	if (hash === null) return { outcome: "unknown" };
	return transact(db, async (trx) => {
		const account = await lockRow(trx, "accounts", accountId);
		if (account?.state !== "active") return { outcome: "unknown" };
		const claimed = await trx
			.updateTable("activation_codes")
			.set({ used_at: now, used_by: accountId })
			.where("hash", "=", hash)
			.where("used_at", "is", null)
			.where("revoked_at", "is", null)
			.where("expires_at", ">", now)
			.returning("bill_id")
			.executeTakeFirst();
		if (!claimed) return whyNot(trx, accountId, hash);
		const bill = billOf(
			await trx.selectFrom("bills").selectAll().where("id", "=", claimed.bill_id).executeTakeFirstOrThrow(),
		);
		const what = {
			plan: bill.plan,
			purchaseId: null,
			billId: bill.id,
			why: translate("activated", { number: bill.number }),
			id: randomUUID(),
		};
		const { until } = await grantSubscription(trx, accountId, what, now);
		await followGrant(trx, accountId, { planKey: bill.plan.key, until }, now);
		return { outcome: "activated", plan: bill.plan, until };
	});
}

async function whyNot(trx: Db, accountId: string, hash: string): Promise<Activated> {
	const row = await trx
		.selectFrom("activation_codes")
		.selectAll()
		.where("hash", "=", hash)
		.executeTakeFirst();
	if (!row) return { outcome: "unknown" };
	if (row.used_at !== null)
		return row.used_by === accountId
			? { outcome: "used-by-you", at: Number(row.used_at) }
			: { outcome: "used" };
	return row.revoked_at !== null
		? { outcome: "revoked" }
		: { outcome: "expired", at: Number(row.expires_at) };
}

/** Whether anybody may have a code: one was made once. */
export async function hasCodes(db: Db): Promise<boolean> {
	const one = await db.selectFrom("activation_codes").select("hash").limit(1).executeTakeFirst();
	return one !== undefined;
}
