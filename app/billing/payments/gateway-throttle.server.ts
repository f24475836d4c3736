import { throttle } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";

/** A burst of 20 questions to the gateway about one purchase, then one in three seconds. */
const OF_PURCHASE = { burst: 20, everyMs: 3_000 };
/** An account may begin twenty purchases an hour, and an expired one is asked about for ever. */
const OF_ACCOUNT = { burst: 100, everyMs: 1_000 };

/**
 * Whether the gateway may be asked about a purchase; counts the question. For what anybody can repeat at will, a
 * notification or the page of an unpaid order: jobs have their own times.
 * @param purchase null: a payment that is not known here
 */
export async function mayAskGateway(
	db: Db,
	purchase: { id: string; account_id: string } | null,
	now: number,
): Promise<boolean> {
	// The ids are no personal data, so they are not hashed as the other keys are.
	const counts = purchase
		? [
				{ key: `gateway purchase ${purchase.id}`, limit: OF_PURCHASE },
				{ key: `gateway account ${purchase.account_id}`, limit: OF_ACCOUNT },
			]
		: [{ key: "gateway unknown", limit: OF_PURCHASE }];
	for (const count of counts) {
		if (!(await throttle(withoutSync(db), count, now)).allowed) return false;
	}
	return true;
}
