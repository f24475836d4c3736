import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Plan } from "../../app/billing/plans/plan.server.ts";
import { planInForce, readUnfinished } from "../../app/billing/plans/plan-in-force.server.ts";
import {
	deductTime,
	grantSubscription,
	planPreviewOf,
	previewRefundOf,
	restoreTime,
} from "../../app/billing/plans/subscriptions.server.ts";
import { readAllowance, reserveMessage } from "../../app/billing/quota/allowance.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { lockRow } from "../../app/platform/db/lock-row.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { aPlan } from "./plan.ts";

const NOON = Date.parse("2026-11-21T09:00:00Z");
const PLUS = aPlan({ messages: 10, everyDays: 30 }, { key: "plus-month", price: 39_000 });
const PRO = aPlan({ messages: 60, everyDays: 30 }, { key: "pro-month", price: 99_000 });

/** A purchase that was paid, and the time it bought. */
async function buy(db: Db, accountId: string, plan: Plan, now = NOON) {
	const id = randomUUID();
	await db
		.insertInto("purchases")
		.values({
			id,
			account_id: accountId,
			plan_key: plan.key,
			plan: JSON.stringify(plan),
			amount: plan.price,
			receipt_email: "p@example.ru",
			gateway: "sandbox",
			state: "paid",
			created_at: now,
		})
		.execute();
	const preview = await db.transaction().execute(async (trx) => {
		await lockRow(trx, "accounts", accountId);
		return grantSubscription(trx, accountId, { plan, purchaseId: id }, now);
	});
	return { id, account_id: accountId, amount: plan.price, preview };
}

const paidUntil = async (db: Db, me: string, now: number) => (await planInForce(db, me, now)).paidUntil;

eachDatabase((openTestDb) => {
	test("a plan holds from the millisecond it is bought to the millisecond it ends, for one person", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await buy(db, me, PLUS);
		const key = async (who: string, now: number) => (await planInForce(db, who, now)).plan.key;
		expect(await key(me, NOON - 1)).toBe("start");
		expect(await key(me, NOON)).toBe("plus-month");
		expect(await key(me, NOON + 30 * DAY - 1)).toBe("plus-month");
		expect(await key(me, NOON + 30 * DAY)).toBe("start");
		expect(await key(await somebody(db), NOON)).toBe("start");
	});

	test("what was bought stays as bought; a new price is another plan, by whose price it is turned", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		const old = { ...PLUS, price: 10_000, quota: { messages: 7, everyDays: 30 } };
		await buy(db, me, old);
		expect((await readAllowance(db, me, NOON)).inForce.plan).toEqual(old);
		expect(planPreviewOf(await readUnfinished(db, me, NOON + 15 * DAY), PLUS, NOON + 15 * DAY)).toMatchObject(
			{
				follows: false,
				converted: Math.floor((5_000 / 39_000) * 30 * DAY),
			},
		);
	});

	test("what was turned into time once keeps its worth when it is turned again", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await buy(db, me, PRO);
		await buy(db, me, PLUS);
		// 990 ₽ and 390 ₽, at 33 ₽ a day.
		const { converted } = planPreviewOf(await readUnfinished(db, me, NOON), PRO, NOON);
		expect(converted / DAY).toBeCloseTo((990 + 390) / 33, 6);
	});

	test("ten grants at once all count: none takes the time of another", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await Promise.all(Array.from({ length: 10 }, () => buy(db, me, PLUS)));
		expect(await paidUntil(db, me, NOON)).toBe(NOON + 300 * DAY);
	});

	test("plans of different prices granted at once: all of what was paid is there as time", async () => {
		const db = await openTestDb();
		const me = await somebody(db);
		await Promise.all([PLUS, PRO, PLUS, PRO].map((plan) => buy(db, me, plan)));
		const { plan, until } = await planInForce(db, me, NOON);
		const worth = (((await paidUntil(db, me, NOON)) ?? 0) - NOON) * (plan.price / (30 * DAY));
		expect(until).not.toBeNull();
		expect(worth).toBeCloseTo(2 * (39_000 + 99_000), 0);
	});

	test("a rest of whole days is worth its kopecks, where fractions would lose one", async () => {
		const db = await openTestDb();
		for (const [price, days, worth] of [
			[10_400, 21, 7_280],
			[10_900, 9, 3_270],
			[11_400, 1, 380],
		] as const) {
			const me = await somebody(db);
			const purchase = await buy(db, me, { ...PLUS, price });
			await db.transaction().execute((trx) => reserveMessage(trx, me, randomUUID(), NOON));
			const now = NOON + (30 - days) * DAY;
			expect(await previewRefundOf(db, purchase, now)).toEqual({
				amount: worth,
				takes: days * DAY,
				remainsUntil: null,
			});
		}
	});

	describe("time that is taken back", () => {
		const take = (db: Db, id: string, takes: number, now: number) =>
			db.transaction().execute((trx) => deductTime(trx, id, takes, "refund", now));
		const restore = (db: Db, id: string, taken: number, now: number) =>
			db.transaction().execute((trx) => restoreTime(trx, id, taken, now));

		test("leaves no gap before what was bought to follow it", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const first = await buy(db, me, PLUS);
			await buy(db, me, PLUS);
			const now = NOON + 10 * DAY;
			const refundable = await previewRefundOf(db, first, now);
			expect(refundable).toMatchObject({ remainsUntil: now + 30 * DAY, others: PLUS });
			await take(db, first.id, refundable?.takes ?? 0, now);
			expect(await planInForce(db, me, now)).toMatchObject({ plan: PLUS, paidUntil: now + 30 * DAY });
			await restore(db, first.id, refundable?.takes ?? 0, now + DAY);
			expect(await paidUntil(db, me, now + DAY)).toBe(NOON + 60 * DAY);
		});

		test("before it has begun, it takes nothing of what is in force, and comes back behind the rest", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await buy(db, me, PLUS);
			const second = await buy(db, me, PLUS);
			await buy(db, me, PLUS);
			const refundable = await previewRefundOf(db, second, NOON + DAY);
			expect(refundable).toEqual({
				amount: 39_000,
				takes: 30 * DAY,
				remainsUntil: NOON + 60 * DAY,
				others: PLUS,
			});
			await take(db, second.id, 30 * DAY, NOON + DAY);
			expect(await paidUntil(db, me, NOON + DAY)).toBe(NOON + 60 * DAY);
			await restore(db, second.id, 30 * DAY, NOON + 2 * DAY);
			const rows = await db.selectFrom("subscriptions").selectAll().orderBy("starts_at").execute();
			expect(rows.map((row) => [row.starts_at, row.ends_at])).toEqual([
				[NOON, NOON + 30 * DAY],
				[NOON + 30 * DAY, NOON + 60 * DAY],
				[NOON + 60 * DAY, NOON + 90 * DAY],
			]);
		});

		test("before it has begun, it comes back behind what was bought in its place meanwhile", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await buy(db, me, PLUS);
			const second = await buy(db, me, PLUS);
			await take(db, second.id, 30 * DAY, NOON + DAY);
			const { preview } = await buy(db, me, PRO, NOON + 2 * DAY);
			await restore(db, second.id, 30 * DAY, NOON + 3 * DAY);
			expect(await planInForce(db, me, preview.until)).toMatchObject({
				from: preview.until,
				until: preview.until + 30 * DAY,
			});
		});

		test("and a purchase at the same moment do not undo each other", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const first = await buy(db, me, PLUS);
			const now = NOON + 10 * DAY;
			await Promise.all([take(db, first.id, 20 * DAY, now), buy(db, me, PLUS, now)]);
			// Whichever came first: ten days are used, twenty went, thirty are to come.
			expect(await paidUntil(db, me, now)).toBe(now + 30 * DAY);
		});
	});
});
