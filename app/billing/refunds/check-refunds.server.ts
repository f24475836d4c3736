import type { Db } from "../../platform/db/connection.server.ts";
import type { JobHandler } from "../../platform/jobs/job-handler.server.ts";
import { gatewayCheckHandler } from "../payments/gateway-check.server.ts";
import { CHECK_REFUND, type PaymentContext } from "../payments/payment-context.server.ts";
import { nextCheck } from "../payments/retry-schedule.server.ts";
import { settleRefund } from "./settle-refund.server.ts";

const DAY = 24 * 3_600_000;

/** Sends refunds to the gateway and asks about them. No webhook reports a refused one; they are never given up. */
export const checkRefundHandler = (db: Db, paymentContext: PaymentContext): JobHandler =>
	gatewayCheckHandler(db, paymentContext, {
		kind: CHECK_REFUND,
		table: "refunds",
		read: readRefund,
		nextCheck: ({ created_at }, now) => nextCheck(created_at, now) ?? now + DAY,
		settle: settleRefund,
		end: () => ({ outcome: "done" }),
	});

const readRefund = (db: Db, id: string) =>
	db
		.selectFrom("refunds")
		.innerJoin("purchases", "purchases.id", "refunds.purchase_id")
		.select(["refunds.id", "refunds.state", "refunds.check_at", "refunds.created_at", "purchases.gateway"])
		.where("refunds.id", "=", id)
		.executeTakeFirst();
