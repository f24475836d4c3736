import { expect, test } from "vitest";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { handleWebhook } from "../../../app/billing/payments/handle-webhook.server.ts";
import { CHECK_REFUND } from "../../../app/billing/payments/payment-context.server.ts";
import { previewRefund } from "../../../app/billing/refunds/refundable.server.ts";
import { isUpToStaff } from "../../../app/billing/refunds/refunds-for-staff.server.ts";
import { refundAsStaff } from "../../../app/billing/staff/refund-as-staff.server.ts";
import { checkJobs } from "../../../app/doctor/check-jobs.server.ts";
import { countMoney } from "../../../app/doctor/check-records.server.ts";
import { ROWS } from "../../../app/doctor/finding.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { enqueue } from "../../../app/platform/jobs/enqueue.server.ts";
import { forgetEndedJobs } from "../../../app/platform/jobs/job-status.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;

const COPIED = [
	"purchases",
	"subscriptions",
	"renewals",
	"payment_methods",
	"letters",
	"jobs",
	"refunds",
] as const;

/** What a copy of the database holds. @returns puts it back */
async function copyOf(db: Db): Promise<() => Promise<void>> {
	const rows = await Promise.all(COPIED.map((table) => db.selectFrom(table).selectAll().execute()));
	return async () => {
		for (const [index, table] of COPIED.entries()) {
			await db.deleteFrom(table).execute();
			const values = rows[index] ?? [];
			if (values.length > 0)
				await db
					.insertInto(table)
					.values(values as never)
					.execute();
		}
	};
}

/** Somebody whose charge was at the bank when the renewal was turned off, and succeeded; its refund is refused. */
async function chargedAfterStop(db: Db) {
	const one = await subscriber(db, shop.yookassa);
	shop.yookassa.scripted.charges = ["pending"];
	shop.yookassa.scripted.refunds = "canceled";
	await one.live(END - DAY + 2 * HOUR);
	expect(await one.stop()).toMatchObject({ charging: true });
	const { id } = (await one.purchases()).at(-1) ?? { id: "" };
	const charge = shop.yookassa.paymentOf(id);
	shop.yookassa.pay(charge.id);
	const refunds = () =>
		db.selectFrom("refunds").selectAll().where("purchase_id", "=", id).orderBy("created_at").execute();
	return {
		...one,
		refunds,
		purchase: async () => {
			const row = (await one.purchases()).find((purchase) => purchase.id === id);
			if (!row) throw new Error("The charge is gone");
			return row;
		},
		/** The bodies of the e-mails about a refund that was refused. */
		told: () =>
			one.mailer.emails
				.filter(({ kind }) => kind === "refund-refused")
				.map(({ text }) => text.replaceAll("\u00a0", " ")),
		/** What has left the gateway, in its words. */
		wentBack: () =>
			[...shop.yookassa.refunds.values()]
				.filter(({ payment_id, status }) => payment_id === charge.id && status === "succeeded")
				.map(({ amount }) => amount),
	};
}

eachDatabase((openTestDb) => {
	test("money that nothing was granted for is refunded anew each day while the gateway refuses, and nothing is said to be back", async () => {
		const db = await openTestDb();
		const { live, world, refunds, purchase, told, wentBack, context } = await chargedAfterStop(db);
		await live(world.now + 2 * DAY);
		expect(await purchase()).toMatchObject({ state: "paid" });
		const states = (await refunds()).map(({ state }) => state);
		expect([states.at(0), states.at(-1)]).toEqual(["refused", "started"]);
		expect(await countMoney(db, world.now)).toMatchObject({ refunds: 1 });
		shop.yookassa.scripted.refunds = "succeeded";
		await live(world.now + 3 * DAY);
		expect(await purchase()).toMatchObject({ state: "refunded" });
		expect((await refunds()).at(-1)).toMatchObject({ state: "done", amount: 39_000 });
		expect(wentBack()).toEqual([{ value: "390.00", currency: "RUB" }]);
		expect(await countMoney(db, world.now)).toMatchObject({ refunds: 0 });
		expect(told()).toEqual([expect.stringContaining("Повторяем возврат каждый день")]);
		expect([...told(), ...context.logged].join()).not.toMatch(/снова ваши|время тарифа возвращено/);
	});

	test("while a refused refund waits for its next day, a notification about its payment is answered at once", async () => {
		const db = await openTestDb();
		const { live, world, refunds, purchase, context } = await chargedAfterStop(db);
		await live(world.now + 2 * DAY);
		expect((await refunds()).at(-1)).toMatchObject({ state: "started", checks: 0 });
		shop.yookassa.requests.length = 0;
		const { gateway_id: id } = await purchase();
		for (const event of ["payment.succeeded", "refund.succeeded"]) {
			const about = event === "refund.succeeded" ? { id: "1", payment_id: id } : { id };
			const body = shop.yookassa.notification(event, about);
			expect(await handleWebhook(db, context, body, world.now)).toBe("handled");
		}
		expect(shop.yookassa.requests).toEqual([]);
	});

	test("after a month of refusals the money waits for the staff, whose refund turns no new renewal off", async () => {
		const db = await openTestDb();
		const one = await chargedAfterStop(db);
		const { live, world, refunds, purchase, told, wentBack } = one;
		await live(world.now + 40 * DAY);
		expect(new Set((await refunds()).map(({ state }) => state))).toEqual(new Set(["refused"]));
		expect(await refunds()).toHaveLength(31);
		expect(told()).toHaveLength(2);
		expect(told().at(-1)).toMatch(/напишите нам: вернём другим способом/i);
		const givenUp = db.selectFrom("jobs").select("kind").where("failure", "=", "given-up");
		expect(await givenUp.execute()).toEqual([{ kind: CHECK_REFUND }]);
		// So it ends also where a process has died before its end, and another one begins it again.
		const { id: key } = (await refunds()).at(-1) ?? { id: "" };
		await db.deleteFrom("jobs").where("key", "=", key).execute();
		await enqueue(db, [{ kind: CHECK_REFUND, key, dueAt: world.now }]);
		await one.tick();
		expect(await givenUp.execute()).toEqual([{ kind: CHECK_REFUND }]);
		await one.buy({ agrees: true });
		expect(await previewRefund(db, await purchase(), world.now)).toMatchObject({ amount: 39_000, takes: 0 });
		shop.yookassa.scripted.refunds = "succeeded";
		const { id: purchaseId } = await purchase();
		const asked = { purchaseId, refundId: crypto.randomUUID(), reason: "" };
		expect(await refundAsStaff(db, one.context, asked, CONSOLE, world.now)).toEqual({ outcome: "done" });
		expect(await purchase()).toMatchObject({ state: "refunded" });
		expect(wentBack()).toHaveLength(1);
		expect(await one.renewal()).toMatchObject({ state: "on" });
	});

	test("a refund that was given up stays with the doctor, among all others, until its money is back", async () => {
		const db = await openTestDb();
		const one = await chargedAfterStop(db);
		await one.live(one.world.now + 40 * DAY);
		const later = one.world.now + 60 * DAY;
		const others = Array.from({ length: ROWS }, (_, i) => ({
			...{ id: `other ${i}`, kind: "email", key: `${i}`, state: "failed" as const, failure: "given-up" },
			...{ payload: "{}", due_at: later, created_at: later, ended_at: later },
		}));
		await db.insertInto("jobs").values(others).execute();
		const named = async () => {
			await forgetEndedJobs(db, () => later, isUpToStaff);
			const about = `Оставлено после всех попыток: ${CHECK_REFUND}`;
			return (await checkJobs(db, later)).filter(({ text }) => text.startsWith(about));
		};
		expect(await named()).toHaveLength(1);
		shop.yookassa.scripted.refunds = "succeeded";
		const asked = { purchaseId: (await one.purchase()).id, refundId: crypto.randomUUID(), reason: "" };
		expect(await refundAsStaff(db, one.context, asked, CONSOLE, one.world.now)).toEqual({ outcome: "done" });
		expect(await named()).toEqual([]);
	});

	test.each([
		["before its day was told of", END - 6 * DAY],
		["when its day was told of", END - 2 * DAY],
	])("a database that is restored from a copy made %s does not make a charge again", async (_, copied) => {
		const db = await openTestDb();
		const { live, world, renewal, purchases } = await subscriber(db, shop.yookassa);
		await live(copied);
		const restore = await copyOf(db);
		await live(END - DAY + 2 * HOUR);
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
		await restore();
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END });
		// The gateway has forgotten the key by now.
		world.now = END - DAY + 30 * HOUR;
		await live(END + 6 * DAY);
		expect([...shop.yookassa.payments.values()].filter(({ status }) => status === "succeeded")).toHaveLength(
			2,
		);
		expect((await purchases()).map(({ state }) => state)).toEqual(["paid", "paid"]);
		expect(await renewal()).toMatchObject({ state: "on" });
	});

	test("a charge whose answer was lost is recognised when its repetition is refused", async () => {
		const db = await openTestDb();
		const { live, renewal, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", { how: "500-done" }, { how: "400" });
		await live(END);
		expect((await purchases()).at(-1)).toMatchObject({ kind: "renewal", state: "paid" });
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
	});

	test("a refused charge that the gateway does not know has failed", async () => {
		const db = await openTestDb();
		const { live, renewal, purchases, kinds } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", { how: "400" });
		await live(END);
		expect((await purchases()).at(-1)).toMatchObject({ state: "canceled", reason: "misconfigured" });
		expect(await renewal()).toMatchObject({ state: "off", reason: "failed" });
		expect(kinds()).toContain("renewal-ended");
	});

	test("a charge that the bank executes after ten days goes back, though nobody notifies of it", async () => {
		const db = await openTestDb();
		const { live, renewal, purchases, charges } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["pending"];
		await live(END + 10 * DAY);
		expect(await renewal()).toMatchObject({ state: "off", reason: "failed" });
		expect((await purchases()).at(-1)).toMatchObject({ state: "waiting" });
		shop.yookassa.pay(shop.yookassa.paymentOf((await purchases()).at(-1)?.id ?? "").id);
		await live(END + 11 * DAY);
		expect((await purchases()).at(-1)).toMatchObject({ state: "refunded" });
		expect(charges()).toHaveLength(1);
		const asked = shop.yookassa.requests.filter(
			({ method, path }) => method === "GET" && path !== "/payments",
		);
		expect(asked.length).toBeLessThan(60);
	});
});
