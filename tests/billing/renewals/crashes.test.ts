import { expect, onTestFinished, test, vi } from "vitest";
import type { Gateway } from "../../../app/billing/gateways/gateway.ts";
import { handleWebhook } from "../../../app/billing/payments/handle-webhook.server.ts";
import { runRenewals } from "../../../app/billing/renewals/run-renewals.server.ts";
import { DAY } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { extent } from "../../support/extent.ts";
import { HOUR, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;
/** Of deleting against charging: the moments once, and with both databases a hundred times in full. */
const MOMENTS = 12;
const ROUNDS = extent(MOMENTS, 50);

/** The process ends: whatever it was about to do next is never done. */
class Killed extends Error {}
const die = () => {
	throw new Killed();
};
/** Where it ends: before or after a call at the gateway, the first or the second. */
const DEATHS: { at: string; kill: (gateway: Gateway) => Partial<Gateway> }[] = [
	{ at: "before the charge is sent", kill: () => ({ chargeSaved: async () => die() }) },
	{
		at: "after it is sent",
		kill: ({ chargeSaved }) => ({ chargeSaved: async (...args) => (await chargeSaved(...args)) && die() }),
	},
	{ at: "before it is asked about", kill: () => ({ read: async () => die() }) },
	{
		at: "after the answer",
		kill: ({ read }) => ({ read: async (...args) => (await read(...args)) && die() }),
	},
];

eachDatabase((openTestDb) => {
	test.each(DEATHS)(
		"a server that dies $at leaves one charge, which another server ends",
		async ({ kill }) => {
			const db = await openTestDb();
			const { live, context, world, charges, renewal, purchases } = await subscriber(db, shop.yookassa);
			await live(END - DAY - HOUR);
			const { gateway } = context;
			world.now = END - DAY + HOUR;
			context.gateway = { ...gateway, ...kill(gateway) };
			await expect(runRenewals(db, context, { clock: () => world.now })).rejects.toThrow();
			context.gateway = gateway;
			await Promise.all([1, 2, 3].map(() => runRenewals(db, context, { clock: () => world.now })));
			await live(END);
			expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
			expect((await purchases()).map(({ state }) => state)).toEqual(["paid", "paid"]);
			expect([...shop.yookassa.payments.values()]).toHaveLength(2);
			expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
		},
	);

	test("a server that was suspended after it had looked for the payment looks again before it charges", async () => {
		const db = await openTestDb();
		const { live, context, world, charges, purchases } = await subscriber(db, shop.yookassa);
		await live(END - DAY - HOUR);
		const { gateway } = context;
		world.now = END - DAY + HOUR;
		const now = Date.now.bind(Date);
		let asleep = 0;
		const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + asleep);
		onTestFinished(() => void clock.mockRestore());
		context.gateway = {
			...gateway,
			find: async (...args) => {
				const found = await gateway.find(...args);
				// Another server has charged by the same key, which the gateway has forgotten since.
				asleep += DAY;
				return found;
			},
		};
		await runRenewals(db, context, { clock: () => world.now });
		expect(charges()).toEqual([]);
		clock.mockRestore();
		context.gateway = gateway;
		await live(END);
		expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
		expect((await purchases()).map(({ state }) => state)).toEqual(["paid", "paid"]);
	});

	test("fifty notifications, also before the answer of the charge, grant one period and write one e-mail", async () => {
		const db = await openTestDb();
		const { live, context, world, tick, renewal, kinds } = await subscriber(db, shop.yookassa);
		await live(END - DAY - HOUR);
		const { gateway } = context;
		world.now = END - DAY + HOUR;
		const notify = async () => {
			const paid = [...shop.yookassa.payments.values()].at(-1);
			const body = shop.yookassa.notification("payment.succeeded", { ...paid });
			return handleWebhook(db, { ...context, gateway }, body, world.now);
		};
		context.gateway = {
			...gateway,
			chargeSaved: async (...args) => {
				const payment = await gateway.chargeSaved(...args);
				await notify();
				return payment;
			},
		};
		await runRenewals(db, context, { clock: () => world.now });
		context.gateway = gateway;
		expect(new Set(await Promise.all(Array.from({ length: 50 }, notify)))).toEqual(new Set(["handled"]));
		await tick();
		expect(await renewal()).toMatchObject({ state: "on", paid_until: END + 30 * DAY });
		expect(kinds().filter((kind) => kind === "renewal-charged")).toHaveLength(1);
	});

	test("deleting the card against charging it: no charge, or charged and refunded in full, or it was charged before", async () => {
		for (let i = 0; i < ROUNDS; i++) {
			const round = i % MOMENTS;
			const db = await openTestDb();
			shop.yookassa.requests.length = 0;
			const { live, unlink, context, world, charges, purchases, card } = await subscriber(db, shop.yookassa);
			await live(END - DAY - HOUR);
			world.now = END - DAY + HOUR;
			const { gateway } = context;
			// A different moment of the charge each time.
			let calls = 0;
			const after = async <T>(result: Promise<T>): Promise<T> => {
				const done = await result;
				if (++calls === round) await unlink();
				return done;
			};
			context.gateway = {
				...gateway,
				chargeSaved: (...args) => after(gateway.chargeSaved(...args)),
				read: (...args) => after(gateway.read(...args)),
			};
			if (round % 3 === 0) shop.yookassa.scripted.charges = ["pending"];
			await Promise.all([
				runRenewals(db, context, { clock: () => world.now }),
				round === 0 || round > 6 ? unlink() : null,
			]);
			context.gateway = gateway;
			await unlink();
			const sent = charges().length;
			const charge = (await purchases()).find(({ kind }) => kind === "renewal");
			const payment =
				charge && [...shop.yookassa.payments.values()].find(({ status }) => status === "pending");
			if (payment) shop.yookassa.pay(payment.id);
			await live(END + 10 * DAY);
			expect(charges()).toHaveLength(sent);
			expect(await card()).toBeUndefined();
			const end = (await purchases()).find(({ kind }) => kind === "renewal");
			const refunds = await db.selectFrom("refunds").select(["amount", "state"]).execute();
			const periods = await db.selectFrom("subscriptions").select("purchase_id").execute();
			if (end?.state === "refunded") expect(refunds).toEqual([{ amount: 39_000, state: "done" }]);
			else if (end?.state === "paid") expect(periods.map((one) => one.purchase_id)).toContain(end.id);
			else expect([end?.state ?? "expired", refunds, sent]).toEqual(["expired", [], 0]);
		}
	});
});
