import { expect, test } from "vitest";
import { runRenewals } from "../../../app/billing/renewals/run-renewals.server.ts";
import { DAY, hourIn } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { failingDatabase, touches } from "../../support/database/failing-database.ts";
import { calls, HOUR, MINUTE, NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { DECENT_HOURS, subscriber } from "./subscriber.ts";

const shop = setUpShop();

const END = NOON + 30 * DAY;

eachDatabase((openTestDb) => {
	test("a later attempt is made by day too, whenever the servers or the bank have time for it", async () => {
		const db = await openTestDb();
		const { live, tick, world, renewal, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.scripted.charges = ["insufficient_funds", "pending"];
		await live(END - HOUR);
		expect(await renewal()).toMatchObject({ state: "retrying", attempt: 1 });
		// The servers were down over the day of the second attempt.
		world.now = END + 14 * HOUR;
		expect(hourIn(world.now, "Europe/Moscow")).toBe(2);
		await tick();
		expect(await renewal()).toMatchObject({ state: "retrying", attempt: 1, next_at: END + 23 * HOUR });
		await live(END + 2 * DAY);
		expect(await renewal()).toMatchObject({ state: "charging", attempt: 2 });
		// The bank refuses the second one at night, after the time of the third.
		world.now = END + 2 * DAY + 14 * HOUR;
		shop.yookassa.refuse(
			shop.yookassa.paymentOf((await purchases()).at(-1)?.id ?? "").id,
			"issuer_unavailable",
		);
		await live(END + 3 * DAY + 12 * HOUR);
		const made = (await purchases()).filter(({ kind }) => kind === "renewal");
		expect(made.length).toBe(3);
		for (const { created_at } of made) expect(DECENT_HOURS).toContain(hourIn(created_at, "Europe/Moscow"));
	});

	test("a charge that nobody knows of is repeated each minute for an hour, then each hour", async () => {
		const db = await openTestDb();
		const { live, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", ...Array(1_000).fill({ how: "breaks" }));
		await live(END - DAY);
		const sentAt = (await purchases()).at(-1)?.created_at ?? 0;
		await live(sentAt + 5 * HOUR);
		const charge = (await purchases()).at(-1);
		expect(charge).toMatchObject({ kind: "renewal", state: "started", created_at: sentAt });
		expect(charge?.check_at).toBe(sentAt + 6 * HOUR);
		const searches = calls(shop.yookassa, "GET", /^\/payments$/);
		expect(searches.length).toBeGreaterThan(60);
		expect(searches.length).toBeLessThanOrEqual(70);
	});

	test("a gateway that asks for a charge again within a second gets it no sooner", async () => {
		const db = await openTestDb();
		const { live, purchases } = await subscriber(db, shop.yookassa);
		shop.yookassa.trouble("POST /payments", ...Array(1_000).fill({ how: "202", retryAfter: 1_000 }));
		await live(END - DAY);
		const sentAt = (await purchases()).at(-1)?.created_at ?? 0;
		await live(sentAt + 5 * HOUR);
		expect((await purchases()).at(-1)).toMatchObject({ state: "started", check_at: sentAt + 6 * HOUR });
		expect(calls(shop.yookassa, "GET", /^\/payments$/).length).toBeLessThanOrEqual(70);
	});

	test("the last of a round is charged by the time of its charge, not of the round", async () => {
		const db = await openTestDb();
		const people = [];
		for (let count = 0; count < 5; count++) people.push(await subscriber(db, shop.yookassa));
		const [first] = people;
		if (!first) throw new Error("Nobody");
		for (const one of people) await one.live(END - DAY - HOUR);
		const { context, world } = first;
		world.now = END - DAY + HOUR;
		const { gateway } = context;
		context.gateway = {
			...gateway,
			chargeSaved: (...args) => {
				world.now += 10 * MINUTE;
				return gateway.chargeSaved(...args);
			},
		};
		await runRenewals(db, context, { clock: () => world.now });
		const made = await db
			.selectFrom("purchases")
			.select("created_at")
			.where("kind", "=", "renewal")
			.orderBy("created_at")
			.execute();
		expect(made).toHaveLength(5);
		expect(made.at(-1)?.created_at).toBeGreaterThan(END - DAY + HOUR);
	});

	test("a renewal that fails delays the charge of no other", async () => {
		const db = await openTestDb();
		const [one, other] = [await subscriber(db, shop.yookassa), await subscriber(db, shop.yookassa)];
		for (const { live } of [one, other]) await live(END - DAY - HOUR);
		const now = END - DAY + HOUR;
		let locks = 0;
		const broken = failingDatabase(db, (statement) => touches(statement, "accounts") && ++locks === 1);
		const round = runRenewals(broken, one.context, { clock: () => now });
		await expect(round).rejects.toMatchObject({ errors: { length: 1 } });
		expect(one.charges()).toHaveLength(1);
		await runRenewals(db, one.context, { clock: () => now });
		expect(one.charges()).toHaveLength(2);
	});
});
