import type { Db } from "../../platform/db/connection.server.ts";
import type { JobHandler, JobOutcome } from "../../platform/jobs/job-handler.server.ts";
import { gatewayCheckHandler } from "./gateway-check.server.ts";
import { CHECK_PAYMENT, type PaymentContext } from "./payment-context.server.ts";
import { nextCheck } from "./retry-schedule.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const DAY = 24 * 3_600_000;

/**
 * Asks the gateway about every payment that is due: the person did not return, the webhook did not arrive, the process
 * crashed.
 */
export const checkPaymentHandler = (db: Db, paymentContext: PaymentContext): JobHandler =>
	gatewayCheckHandler(db, paymentContext, {
		kind: CHECK_PAYMENT,
		table: "purchases",
		read: readPayment,
		nextCheck: nextCheckOf,
		settle: settlePayment,
		end: (payment) => endOf(payment, paymentContext),
	});

type CheckedPayment = NonNullable<Awaited<ReturnType<typeof readPayment>>>;

/** When the gateway is asked next. A charge is never given up: no return page asks for it, and its money goes back. */
function nextCheckOf(payment: CheckedPayment, now: number): number | null {
	if (payment.state === "paid") return nextCheck(payment.ended_at ?? now, now);
	return nextCheck(payment.created_at, now) ?? (payment.kind === "renewal" ? now + DAY : null);
}

function endOf(payment: CheckedPayment | undefined, { log }: PaymentContext): JobOutcome {
	if (payment?.state !== "started" && payment?.state !== "waiting") return { outcome: "done" };
	// Three days have passed, and the gateway has not told the end.
	log.error("Платёж не прояснился за трое суток, больше не спрашиваем. Разберитесь в кабинете", {
		purchase: payment.id,
	});
	return { outcome: "given-up", error: "unsettled" };
}

const readPayment = (db: Db, id: string) =>
	db
		.selectFrom("purchases")
		.select(["id", "kind", "state", "gateway", "check_at", "created_at", "ended_at"])
		.where("id", "=", id)
		.executeTakeFirst();
