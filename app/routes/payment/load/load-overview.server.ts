import type { TFunction } from "i18next";
import { hasCodes } from "../../../billing/bills/activate.server.ts";
import { ownBills } from "../../../billing/bills/own-bills.server.ts";
import { yearSaving } from "../../../billing/plans/plan.server.ts";
import { readUnfinished } from "../../../billing/plans/plan-in-force.server.ts";
import { plansOnOffer } from "../../../billing/plans/plans.server.ts";
import { listRefundable, refundToOpen } from "../../../billing/refunds/refundable.server.ts";
import { paymentContext } from "../../../billing/services.server.ts";
import { drawIcons } from "../../../icons/draw-icons.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import type { Account } from "../../../platform/http/context.server.ts";
import { plansForBills, whyNotSold } from "./availability.server.ts";
import { loadCurrent } from "./load-current.server.ts";
import { loadHistory } from "./load-history.server.ts";
import { packagesOffered } from "./load-messages.server.ts";
import { loadRenewal } from "./load-renewal.server.ts";
import { loadUse } from "./load-use.server.ts";
import { offersTo } from "./offers.server.ts";

/** The current plan, the plans on offer, the payments. */
export async function loadOverview(
	account: Pick<Account, "id" | "email">,
	params: URLSearchParams,
	t: TFunction<"payment">,
	now: number,
) {
	const { id: accountId } = account;
	const unfinished = await readUnfinished(db(), accountId, now);
	const [current, use, refundable, history, renewal, icons] = await Promise.all([
		loadCurrent(accountId, unfinished, t, now),
		loadUse(accountId, t, now),
		listRefundable(db(), paymentContext(), accountId, now, { atMost: 2, known: unfinished }),
		loadHistory(accountId, params, t),
		loadRenewal(account, { did: params.get("did"), unfinished }, t, now),
		drawIcons(plansOnOffer().flatMap(({ icon }) => icon ?? [])),
	]);
	return {
		screen: "overview" as const,
		current,
		use,
		renewal,
		/** The purchase that can be refunded, or the choice between several; null: nothing can be. */
		refundable: refundToOpen(refundable),
		...offersTo(current, t),
		icons,
		saving: yearSaving(plansOnOffer()),
		packages: packagesOffered(t),
		activation: {
			isShown: plansForBills().length > 0 || (await hasCodes(db())),
			hasBills: plansForBills().length > 0 || (await ownBills(db(), accountId)).length > 0,
			isDone: params.get("did") === "activated" && current.bought,
		},
		/** Null: it is sold. */
		notSold: whyNotSold(),
		/** The plan of the address is not sold any more. */
		isGone: params.get("did") === "gone",
		history,
	};
}

export type LoadedOverview = Awaited<ReturnType<typeof loadOverview>>;
