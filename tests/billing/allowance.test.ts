import { describe, expect, test } from "vitest";
import { grantSubscription } from "../../app/billing/plans/subscriptions.server.ts";
import {
	correctAllowance,
	readAllowance,
	reserveMessage,
	returnMessage,
	settleMessage,
} from "../../app/billing/quota/allowance.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import { somebody } from "../chat/people.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { expectBooksToBalance } from "./ledger.ts";
import { aPlan } from "./plan.ts";

const TERMS = { free: aPlan({ messages: 3, everyDays: 1 }), timeZone: "Europe/Moscow", secret: "s" };
const NOON = Date.parse("2026-11-21T09:00:00Z");
const MIDNIGHT = Date.parse("2026-11-21T21:00:00Z");
const PLUS = aPlan({ messages: 10, everyDays: 30 }, { key: "plus-month", price: 39_000 });
const YEAR = aPlan({ messages: 10, everyDays: 30 }, { key: "plus-year", price: 374_400, days: 365 });

describe("an allowance", () => {
	eachDatabase((openTestDb) => {
		test("is full until something is asked, and looking at it writes nothing", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			expect(await readAllowance(db, me, NOON, TERMS)).toMatchObject({
				granted: 3,
				left: 3,
				until: MIDNIGHT,
			});
			expect(await db.selectFrom("allowances").select("id").execute()).toEqual([]);
		});

		test("goes down when something is asked, for good when it was answered, and comes back otherwise", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const read = async () => {
				const { granted, used, reserved, left } = await readAllowance(db, me, NOON, TERMS);
				return { granted, used, reserved, left };
			};
			for (const reference of ["a", "b", "c"]) {
				expect(await reserveMessage(db, me, reference, NOON, TERMS)).toEqual({ outcome: "reserved" });
			}
			expect(await read()).toEqual({ granted: 3, used: 0, reserved: 3, left: 0 });
			expect(await reserveMessage(db, me, "d", NOON, TERMS)).toEqual({
				outcome: "exhausted",
				until: MIDNIGHT,
			});
			await settleMessage(db, "a", NOON);
			await returnMessage(db, "b", NOON);
			expect(await read()).toEqual({ granted: 3, used: 1, reserved: 1, left: 1 });
			expect(await reserveMessage(db, me, "d", NOON, TERMS)).toEqual({ outcome: "reserved" });
			await expectBooksToBalance(db, me);
		});

		test("one reservation is one message, and ends one way", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await reserveMessage(db, me, "a", NOON, TERMS);
			const again = db.transaction().execute((trx) => reserveMessage(trx, me, "a", NOON, TERMS));
			await expect(again).rejects.toThrow();
			await settleMessage(db, "a", NOON);
			await expect(db.transaction().execute((trx) => returnMessage(trx, "a", NOON))).rejects.toThrow();
			expect(await readAllowance(db, me, NOON, TERMS)).toMatchObject({ used: 1, reserved: 0, left: 2 });
			await expectBooksToBalance(db, me);
		});

		test("turns at midnight; what was asked before counts for the day on which it was asked", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			for (const reference of ["a", "b", "c"]) await reserveMessage(db, me, reference, MIDNIGHT - 1, TERMS);
			expect(await readAllowance(db, me, MIDNIGHT, TERMS)).toMatchObject({ left: 3, from: MIDNIGHT });
			await settleMessage(db, "a", MIDNIGHT + 1);
			await returnMessage(db, "b", MIDNIGHT + 1);
			expect(await readAllowance(db, me, MIDNIGHT, TERMS)).toMatchObject({ used: 0, left: 3 });
			expect(await readAllowance(db, me, MIDNIGHT - 1, TERMS)).toMatchObject({
				used: 1,
				reserved: 1,
				left: 1,
			});
			await expectBooksToBalance(db, me);
		});

		test("of a paid plan is counted from its first moment, and its last period ends with it", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await grantSubscription(db, me, { plan: YEAR, purchaseId: null }, NOON);
			const at = (days: number) => readAllowance(db, me, NOON + days * DAY, TERMS);
			expect(await at(0)).toMatchObject({ granted: 10, from: NOON, until: NOON + 30 * DAY });
			expect(await at(29.9)).toMatchObject({ from: NOON });
			expect(await at(30)).toMatchObject({ from: NOON + 30 * DAY });
			expect(await at(364)).toMatchObject({ from: NOON + 360 * DAY, until: NOON + 365 * DAY });
			expect((await at(365)).inForce.source).toBe("free");
		});

		test("is corrected by the operator, never below nothing, and once", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const correct = (messages: number, reference: string) =>
				db
					.transaction()
					.execute((trx) => correctAllowance(trx, me, { messages, reference, why: "Жалоба" }, NOON, TERMS));
			expect(await correct(5, "1")).toBe(5);
			await expect(correct(5, "1")).rejects.toThrow();
			await reserveMessage(db, me, "a", NOON, TERMS);
			expect(await correct(-100, "2")).toBe(-7);
			expect(await readAllowance(db, me, NOON, TERMS)).toMatchObject({ left: 0, reserved: 1 });
			await expectBooksToBalance(db, me);
		});

		test("check 57: with one message left, twenty at once are one", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await reserveMessage(db, me, "a", NOON, TERMS);
			await reserveMessage(db, me, "b", NOON, TERMS);
			const outcomes = await Promise.all(
				Array.from({ length: 20 }, (_, i) =>
					db.transaction().execute((trx) => reserveMessage(trx, me, `race ${i}`, NOON, TERMS)),
				),
			);
			expect(outcomes.filter(({ outcome }) => outcome === "reserved")).toHaveLength(1);
			await expectBooksToBalance(db, me);
		});

		test("check 57: the first questions of a day, twenty at once, open one period", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			const outcomes = await Promise.all(
				Array.from({ length: 20 }, (_, i) =>
					db.transaction().execute((trx) => reserveMessage(trx, me, `race ${i}`, NOON, TERMS)),
				),
			);
			expect(outcomes.filter(({ outcome }) => outcome === "reserved")).toHaveLength(3);
			expect(await db.selectFrom("allowances").select("id").execute()).toHaveLength(1);
			await expectBooksToBalance(db, me);
		});
	});
});

describe("buying", () => {
	eachDatabase((openTestDb) => {
		const PRO = aPlan({ messages: 60, everyDays: 30 }, { key: "pro-month", price: 99_000 });

		test("the same plan again begins where it ends", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await grantSubscription(db, me, { plan: PLUS, purchaseId: null }, NOON);
			const next = await grantSubscription(db, me, { plan: PLUS, purchaseId: null }, NOON + DAY);
			expect(next).toMatchObject({ from: NOON + 30 * DAY, until: NOON + 60 * DAY, follows: true });
			const { inForce } = await readAllowance(db, me, NOON + 2 * DAY, TERMS);
			expect(inForce).toMatchObject({ from: NOON, until: NOON + 30 * DAY, paidUntil: NOON + 60 * DAY });
		});

		test("a higher plan begins at once, and what is left becomes days of it by price", async () => {
			const db = await openTestDb();
			const me = await somebody(db);
			await grantSubscription(db, me, { plan: PLUS, purchaseId: null }, NOON);
			await grantSubscription(db, me, { plan: PLUS, purchaseId: null }, NOON);
			const now = NOON + 15 * DAY;
			const next = await grantSubscription(db, me, { plan: PRO, purchaseId: null }, now);
			// 45 days of 13 ₽ are worth 585 ₽; a day of the new plan is 33 ₽.
			expect(Math.abs(next.converted - (585 / 33) * DAY)).toBeLessThan(2);
			expect(next.until).toBe(now + 30 * DAY + next.converted);
			const { inForce } = await readAllowance(db, me, now, TERMS);
			expect(inForce.plan.key).toBe("pro-month");
			// The time that had not begun never will.
			expect((await readAllowance(db, me, next.until, TERMS)).inForce.source).toBe("free");
		});
	});
});
