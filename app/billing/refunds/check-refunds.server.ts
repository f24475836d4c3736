import type { Db } from "../../platform/db/connection.server.ts";
import type { JobHandler, JobOutcome } from "../../platform/jobs/job-handler.server.ts";
import { gatewayCheckHandler } from "../payments/gateway-check.server.ts";
import { CHECK_REFUND, type PaymentContext } from "../payments/payment-context.server.ts";
import { nextCheck } from "../payments/retry-schedule.server.ts";
import { isGivenUp, isOfNothing } from "./record-refund.server.ts";
import { settleRefund } from "./settle-refund.server.ts";

const DAY = 24 * 3_600_000;

/** Sends refunds to the gateway and asks about them. No webhook reports a refused one; none is given up before the gateway has answered. */
export const checkRefundHandler = (db: Db, paymentContext: PaymentContext): JobHandler =>
	gatewayCheckHandler(db, paymentContext, {
		kind: CHECK_REFUND,
		table: "refunds",
		read: readRefund,
		nextCheck: ({ created_at }, now) => nextCheck(created_at, now) ?? now + DAY,
		settle: settleRefund,
		end: endOf,
	});

type CheckedRefund = NonNullable<Awaited<ReturnType<typeof readRefund>>>;

/** One that was refused for the last time stays among the jobs for the operator: the money is not the shop's. */
function endOf(refund: CheckedRefund | undefined): JobOutcome {
	const isForStaff =
		refund?.state === "refused" && isOfNothing(refund) && isGivenUp(refund.paidAt, refund.ended_at ?? 0);
	return isForStaff ? { outcome: "given-up", error: "refused" } : { outcome: "done" };
}

const readRefund = (db: Db, id: string) =>
	db
		.selectFrom("refunds")
		.innerJoin("purchases", "purchases.id", "refunds.purchase_id")
		.select(["refunds.id", "refunds.state", "refunds.check_at", "refunds.created_at", "refunds.ended_at"])
		.select(["refunds.time_taken", "purchases.ended_at as paidAt", "purchases.gateway"])
		.where("refunds.id", "=", id)
		.executeTakeFirst();
