import { expect, test } from "vitest";
import {
	decideLaterCharges,
	decideSandboxPayment,
	sandboxGateway,
} from "../../../app/billing/gateways/sandbox.server.ts";
import { checkPaymentHandler } from "../../../app/billing/payments/check-payments.server.ts";
import { settlePayment } from "../../../app/billing/payments/settle-payment.server.ts";
import { startPayment } from "../../../app/billing/payments/start-payment.server.ts";
import { requestRefund } from "../../../app/billing/refunds/refund-purchase.server.ts";
import { savedCardOf } from "../../../app/billing/renewals/renewal.server.ts";
import { runRenewals } from "../../../app/billing/renewals/run-renewals.server.ts";
import { unlinkCard } from "../../../app/billing/renewals/turn-off.server.ts";
import { emailHandler } from "../../../app/mail/email-handler.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { somebody } from "../../chat/people.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { memoryMailer } from "../../support/fakes/mailer.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { checkoutInput, PLUS, renewing, testPaymentContext } from "../payment-context.ts";
import { HOUR, NOON } from "../shop.ts";
import { CLIENT } from "./subscriber.ts";

eachDatabase((openTestDb) => {
	/** Buys «Плюс» in the sandbox with the consent to renewal; the card is saved and pays, until told otherwise. */
	async function subscribe(db: Db) {
		const me = await somebody(db);
		const mailer = memoryMailer();
		const base = testPaymentContext(sandboxGateway(db, "https://chat.example.ru"), renewing());
		const context = { ...base, sender: { ...base.sender, mailer } };
		const world = { now: NOON };
		const clock = () => world.now;
		const buy = async () => {
			const input = { ...checkoutInput(), renewalAgreedBy: CLIENT };
			await startPayment(db, context, me, input, world.now);
			await decideSandboxPayment(db, me, input.purchaseId, "pay", { save: "yes", later: "pay" });
			expect(await settlePayment(db, context, input.purchaseId, world.now)).toEqual({ outcome: "paid" });
			return input.purchaseId;
		};
		const first = await buy();
		const handlers = [emailHandler(db, mailer), checkPaymentHandler(db, context)];
		/** The clock is set on by hours, and what is due is done. */
		const live = async (until: number) => {
			while (world.now < until) {
				world.now = Math.min(until, world.now + 6 * HOUR);
				await runDueJobs(db, handlers, clock);
				await runRenewals(db, context, { clock });
				await runDueJobs(db, handlers, clock);
			}
		};
		const renewal = () =>
			db.selectFrom("renewals").selectAll().where("account_id", "=", me).executeTakeFirstOrThrow();
		const charges = async () =>
			(
				await db
					.selectFrom("purchases")
					.select(["state", "amount"])
					.where("kind", "=", "renewal")
					.orderBy("created_at")
					.execute()
			).map(({ state, amount }) => `${state} ${amount}`);
		return { me, context, world, first, buy, live, renewal, charges, mailer };
	}

	test("three periods by a clock that is set on, then a card that fails, and the renewal that it ends", async () => {
		const db = await openTestDb();
		const { me, first, live, renewal, charges, mailer } = await subscribe(db);
		await live(NOON + 88 * DAY);
		expect(await charges()).toEqual(Array(2).fill(`paid ${PLUS.price}`));
		await live(NOON + 90 * DAY);
		expect(await charges()).toEqual(Array(3).fill(`paid ${PLUS.price}`));
		expect(Number((await renewal()).paid_until)).toBe(NOON + 120 * DAY);
		expect(await decideLaterCharges(db, me, first, "insufficient_funds")).toBe(true);
		await live(NOON + 127 * DAY);
		expect((await charges()).slice(3)).toEqual(Array(4).fill(`canceled ${PLUS.price}`));
		expect(await renewal()).toMatchObject({ state: "off", reason: "failed" });
		const kinds = mailer.emails.map(({ kind }) => kind);
		for (const kind of ["renewal-soon", "renewal-charged", "renewal-failed", "renewal-ended"])
			expect(kinds).toContain(kind);
	});

	test("an unlinked card is charged no more, and a refund turns the renewal off", async () => {
		const db = await openTestDb();
		const one = await subscribe(db);
		const card = await savedCardOf(db, one.me);
		const unlinked = await unlinkCard(db, one.context, one.me, card?.id ?? "", CLIENT, one.world.now);
		expect(unlinked).toMatchObject({ outcome: "unlinked", charging: false });
		await one.live(NOON + 45 * DAY);
		expect([await one.charges(), await savedCardOf(db, one.me)]).toEqual([[], undefined]);

		const again = await one.buy();
		expect(await one.renewal()).toMatchObject({ state: "on" });
		const refund = { purchaseId: again, refundId: crypto.randomUUID() };
		expect(await requestRefund(db, one.context, one.me, refund, one.world.now)).toEqual({ outcome: "done" });
		expect(await one.renewal()).toMatchObject({ state: "off", reason: "refund" });
		await one.live(NOON + 120 * DAY);
		expect(await one.charges()).toEqual([]);
	});
});
