import { expect } from "vitest";
import type { YookassaSettings } from "../../../app/billing/gateways/yookassa/gateway.server.ts";
import { checkPaymentHandler } from "../../../app/billing/payments/check-payments.server.ts";
import type { PaymentContext } from "../../../app/billing/payments/payment-context.server.ts";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import type { Plan } from "../../../app/billing/plans/plan.server.ts";
import { checkRefundHandler } from "../../../app/billing/refunds/check-refunds.server.ts";
import { runRenewals, tellOfExpiringCards } from "../../../app/billing/renewals/run-renewals.server.ts";
import { stopRenewal, unlinkCard } from "../../../app/billing/renewals/turn-off.server.ts";
import { emailHandler } from "../../../app/mail/email-handler.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { somebody } from "../../chat/people.ts";
import type { FakeYookassa } from "../../support/fakes/fake-yookassa.ts";
import { memoryMailer } from "../../support/fakes/mailer.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { checkoutInput, PLUS, renewing, testPaymentContext } from "../payment-context.ts";
import { gatewayOf, HOUR, NOON } from "../shop.ts";

/** The hours in which a bank's message wakes nobody. */
export const DECENT_HOURS = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19];

export const CLIENT = { ip: "192.0.2.7", userAgent: "Browser 1" };

type SubscriberOptions = {
	saves?: boolean;
	agrees?: boolean;
	plan?: Plan;
	receipts?: YookassaSettings["receipts"];
};

/** Somebody who has bought «Плюс» and agreed that it renews itself, with a clock that goes from event to event. */
export async function subscriber(db: Db, yookassa: FakeYookassa, options: SubscriberOptions = {}) {
	const { saves = true, agrees = true, plan = PLUS, receipts = null } = options;
	const world = { now: NOON };
	const clock = () => world.now;
	yookassa.scripted.now = clock;
	yookassa.scripted.saves = saves;
	const gateway = gatewayOf(yookassa, { receipts });
	const mailer = memoryMailer();
	const base = testPaymentContext(gateway, { takesTestMoney: false, ...renewing([plan]) });
	const context: PaymentContext & { logged: string[] } = { ...base, sender: { ...base.sender, mailer } };
	const me = await somebody(db);
	const input = { ...checkoutInput(plan), renewalAgreedBy: agrees ? CLIENT : undefined };
	await startPayment(db, context, me, input, NOON);
	const first = yookassa.paymentOf(input.purchaseId);
	yookassa.pay(first.id);
	expect(await settlePayment(db, context, input.purchaseId, NOON)).toEqual({ outcome: "paid" });

	/** Does what is due now, e-mails too. */
	const tick = async () => {
		await runDueJobs(db, [emailHandler(db, mailer)], clock);
		await runRenewals(db, context, { clock });
		await tellOfExpiringCards(db, context, { clock });
		await runDueJobs(
			db,
			[emailHandler(db, mailer), checkPaymentHandler(db, context), checkRefundHandler(db, context)],
			clock,
		);
	};
	const renewal = () =>
		db.selectFrom("renewals").selectAll().where("account_id", "=", me).executeTakeFirstOrThrow();
	return {
		me,
		context,
		mailer,
		world,
		input,
		tick,
		renewal,
		/** Lets time go by, stopping where anything is due. */
		async live(until: number) {
			await tick();
			while (world.now < until) {
				const { next } = await db
					.selectFrom("renewals")
					.select((eb) => eb.fn.min("next_at").as("next"))
					.executeTakeFirstOrThrow();
				const { job } = await db
					.selectFrom("jobs")
					.select((eb) => eb.fn.min("due_at").as("job"))
					.where("state", "=", "waiting")
					.executeTakeFirstOrThrow();
				const due = Math.min(Number(next ?? until), Number(job ?? until), until);
				// Something that stays due, because it fails, is tried again an hour later.
				world.now = due > world.now ? due : Math.min(until, world.now + HOUR);
				await tick();
			}
		},
		/** Buys the plan once more, and agrees to the renewal or not. @returns the purchase's id */
		async buy({ agrees }: { agrees: boolean }): Promise<string> {
			const again = { ...checkoutInput(plan), renewalAgreedBy: agrees ? CLIENT : undefined };
			await startPayment(db, context, me, again, world.now);
			yookassa.pay(yookassa.paymentOf(again.purchaseId).id);
			expect(await settlePayment(db, context, again.purchaseId, world.now)).toEqual({ outcome: "paid" });
			return again.purchaseId;
		},
		stop: () => stopRenewal(db, context, me, CLIENT, world.now),
		unlink: async () => unlinkCard(db, context, me, (await card(db, me))?.id ?? "none", CLIENT, world.now),
		card: () => card(db, me),
		purchases: () =>
			db
				.selectFrom("purchases")
				.selectAll()
				.where("account_id", "=", me)
				.orderBy("created_at")
				.orderBy("id")
				.execute(),
		/** Requests that charge a saved card. */
		charges: () =>
			yookassa.requests
				.filter(({ method, path }) => method === "POST" && path === "/payments")
				.map(({ body, headers }) => ({ ...JSON.parse(body), key: headers["idempotence-key"] }))
				.filter((body) => body.payment_method_id),
		kinds: () => mailer.emails.map(({ kind }) => kind),
	};
}

export type Subscriber = Awaited<ReturnType<typeof subscriber>>;

const card = (db: Db, accountId: string) =>
	db.selectFrom("payment_methods").selectAll().where("account_id", "=", accountId).executeTakeFirst();
