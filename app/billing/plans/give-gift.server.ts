import { GIVE_GIFT, takeGift } from "../../accounts/registration/invitation-gift.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { type JobHandler, minutesDoubling } from "../../platform/jobs/job-handler.server.ts";
import type { Plan } from "./plan.server.ts";
import { grantSubscription } from "./subscriptions.server.ts";

/** The reason of the subscription. */
const WHY = "подарок с приглашением";

/** Gives the plan that an invitation has promised, once, as soon as there is the account. */
export const giveGiftHandler = (db: Db): JobHandler => ({
	kind: GIVE_GIFT,
	concurrency: 1,
	leaseMs: 60_000,
	maxAttempts: null,
	pauseMs: minutesDoubling,
	async run({ key }, { clock }) {
		const now = await readDatabaseTime(db, clock);
		await transact(db, async (trx) => {
			const gift = await takeGift(trx, key);
			if (!gift) return;
			await grantSubscription(trx, key, { plan: gift.plan as Plan, purchaseId: null, why: WHY }, now);
		});
		return { outcome: "done" };
	},
});
