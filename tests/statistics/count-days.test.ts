import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NOTHING_ACCEPTED } from "../../app/accounts/registration/pending-registrations.server.ts";
import { putPending } from "../../app/accounts/registration/put-pending.server.ts";
import { countMoney } from "../../app/doctor/check-records.server.ts";
import { startOfIsoDay } from "../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { countDay } from "../../app/statistics/count-day.server.ts";
import { percentile } from "../../app/statistics/first-piece.server.ts";
import { readPeriod } from "../../app/statistics/read-period.server.ts";
import { countDaysHandler, spanOf } from "../../app/statistics/statistics-handler.server.ts";
import { PLUS } from "../billing/payment-context.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { plansOf } from "../support/database/query-plans.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";

const ZONE = "Europe/Moscow";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TODAY = startOfIsoDay("2026-11-21", ZONE) ?? 0;
const NOON = TODAY + 12 * HOUR;
const counting = {
	timeZone: ZONE,
	priceOf: (model: string) => (model === "paid" ? { in: 30_000, out: 90_000 } : null),
};
const span = (at = NOON) => spanOf(at, ZONE);

async function account(db: Db, registered: number): Promise<string> {
	const id = randomUUID();
	await db
		.insertInto("accounts")
		.values({ id, email: `${id}@example.ru`, state: "active", created_at: registered })
		.execute();
	return id;
}

type Answered = Partial<{
	model: string;
	failure: string;
	tokens: [number, number];
	estimated: boolean;
	piece: number;
	attempts: number;
}>;

/** A question, and its answer that ended a second later. */
async function asked(db: Db, account_id: string, at: number, answered: Answered = {}): Promise<string> {
	const conversation_id = randomUUID();
	const prompt_id = randomUUID();
	const { model = "paid", failure = null, tokens, estimated, piece = 400, attempts = 1 } = answered;
	await db
		.insertInto("conversations")
		.values({ id: conversation_id, account_id, title: "Т", created_at: at, updated_at: at })
		.execute();
	await db
		.insertInto("prompts")
		.values({ id: prompt_id, conversation_id, account_id, text: "Вопрос", created_at: at })
		.execute();
	const row = { id: randomUUID(), prompt_id, conversation_id, account_id, model, failure, attempts };
	await db
		.insertInto("answers")
		.values({
			...row,
			state: failure ? "failed" : "done",
			text: "Ответ",
			reasoning: "",
			created_at: at,
			ended_at: at + 1_000,
			first_piece_ms: piece,
			tokens_in: tokens?.[0] ?? null,
			tokens_out: tokens?.[1] ?? null,
			tokens_estimated: tokens ? (estimated ? 1 : 0) : null,
		})
		.execute();
	return conversation_id;
}

async function paid(db: Db, account_id: string, at: number, gateway: "yookassa" | "sandbox" = "yookassa") {
	const id = randomUUID();
	await db
		.insertInto("purchases")
		.values({
			id,
			account_id,
			plan_key: PLUS.key,
			plan: JSON.stringify(PLUS),
			amount: 39_000,
			receipt_email: "a@example.ru",
			gateway,
			state: "paid",
			created_at: at,
			ended_at: at,
		})
		.execute();
	return id;
}

const periodOf = (db: Db, days = 1) => readPeriod(db, days, ZONE, NOON);

describe("figures of a day", () => {
	eachDatabase((openTestDb, name) => {
		test("count people, answers, tokens and money of that day and no other", async () => {
			const db = await openTestDb();
			const old = await account(db, TODAY - 40 * DAY);
			const anna = await account(db, TODAY + HOUR);
			const boris = await account(db, TODAY - 3 * DAY);
			await asked(db, old, TODAY - 20 * DAY);
			await asked(db, boris, TODAY - DAY);
			await asked(db, anna, TODAY + 2 * HOUR, { tokens: [1_000_000, 500_000] });
			await asked(db, anna, TODAY + 3 * HOUR, { tokens: [10, 20], estimated: true, piece: 2_500 });
			await asked(db, anna, TODAY + 3 * HOUR, { model: "free", tokens: [5, 5] });
			await asked(db, anna, TODAY + 4 * HOUR, { model: "free", failure: "unreachable", piece: 90 });
			// An imported answer is nobody's work.
			await asked(db, anna, TODAY + 4 * HOUR, { attempts: 0 });
			await asked(db, anna, TODAY + DAY + 1);
			await paid(db, anna, TODAY + 5 * HOUR);
			await paid(db, old, TODAY + 5 * HOUR, "sandbox");
			const purchase_id = await paid(db, old, TODAY - DAY);
			await db
				.insertInto("refunds")
				.values({
					id: randomUUID(),
					purchase_id,
					account_id: old,
					amount: 19_000,
					state: "done",
					created_at: TODAY,
					ended_at: TODAY + 6 * HOUR,
				})
				.execute();
			expect(await countDay(db, span(), counting, NOON)).toBe(true);

			const period = await periodOf(db);
			const count = (metric: Parameters<typeof period.total>[0]) => period.total(metric).count;
			expect([count("registered"), count("asked")]).toEqual([1, 1]);
			expect([count("active-1"), count("active-7"), count("active-30")]).toEqual([1, 2, 3]);
			expect(period.models).toEqual(["free", "paid"]);
			expect(period.total("messages")).toEqual({ count: 4, sum: 0 });
			expect(period.total("tokens-in", { model: "paid" })).toEqual({ count: 2, sum: 1_000_010 });
			expect(period.total("tokens-estimated")).toEqual({ count: 1, sum: 30 });
			// 300 roubles for the million, 450 for the half; what the estimate adds is under half a kopeck.
			expect(period.total("cost")).toEqual({ count: 2, sum: 75_002 });
			expect(period.total("cost", { model: "free" })).toEqual({ count: 0, sum: 0 });
			expect(period.byCode("failure")).toEqual([["unreachable", 1]]);
			expect(period.firstPiece({ model: "paid" })).toEqual({ p50: 500, p95: 2_900 });
			expect(period.total("income", { plan: PLUS.key })).toEqual({ count: 1, sum: 39_000 });
			expect(period.total("refunds")).toEqual({ count: 1, sum: 19_000 });
			expect(count("converted")).toBe(1);
			expect(period.countedAt).toBe(NOON);
		});

		test("have the registrations that wait for their e-mail, and no invitation", async () => {
			const db = await openTestDb();
			await account(db, TODAY + HOUR);
			const accepted = { offer: "v1", personalData: "v1", news: null };
			for (const [email, own] of [
				["begun@example.ru", accepted],
				["invited@example.ru", NOTHING_ACCEPTED],
			] as const) {
				const pending = { email, passwordHash: null, yandex: null, bindingToken: email, codeHash: null };
				const client = { ip: "192.0.2.1", userAgent: "a test" };
				await putPending(db, { ...pending, accepted: own, client }, TODAY + HOUR);
			}
			await countDay(db, span(), counting, NOON);
			const period = await periodOf(db);
			expect([period.total("asked").count, period.total("registered").count]).toEqual([2, 1]);
		});

		test("are the same when counted again, and stay when what they were counted from is deleted", async () => {
			const db = await openTestDb();
			const anna = await account(db, TODAY + HOUR);
			const conversation = await asked(db, anna, TODAY + HOUR, { tokens: [7, 8] });
			await countDay(db, span(), counting, NOON);
			const rows = () =>
				db.selectFrom("stat_days").selectAll().where("metric", "<>", "counted").orderBy("metric").execute();
			const before = await rows();
			await countDay(db, span(), counting, NOON + 1);
			expect(await rows()).toEqual(before);
			for (const table of ["answers", "prompts"] as const)
				await db.deleteFrom(table).where("conversation_id", "=", conversation).execute();
			await db
				.updateTable("accounts")
				.set({ email: null, state: "deleted" })
				.where("id", "=", anna)
				.execute();
			await countDay(db, span(), counting, NOON + 2);
			expect(await rows()).toEqual(before);
			expect(JSON.stringify(before)).not.toContain(anna);
		});

		test("a job of the installation counts the days that were missed, then today every ten minutes", async () => {
			const db = await openTestDb();
			const anna = await account(db, TODAY - 2 * DAY + HOUR);
			await asked(db, anna, TODAY - 2 * DAY + HOUR);
			await asked(db, anna, TODAY - DAY + HOUR);
			const handler = countDaysHandler(db, counting);
			let now = NOON;
			const clock = () => now;
			const found = (await handler.findJobless?.(db, 1, clock)) ?? [];
			expect(found).toEqual([{ key: "recurring", dueAt: NOON }]);
			const { enqueue } = await import("../../app/platform/jobs/enqueue.server.ts");
			await enqueue(db, [{ kind: handler.kind, key: "recurring", dueAt: NOON }], clock);
			expect(await handler.findJobless?.(db, 1, clock)).toEqual([]);
			const performed = await runDueJobs(db, [handler], clock);
			expect(performed.map(({ outcome }) => outcome)).toEqual(["reschedule", "reschedule", "reschedule"]);
			const period = await periodOf(db, 3);
			expect(period.byDay("messages").map(({ count }) => count)).toEqual([1, 1, 0]);
			expect(period.byDay("active-7").map(({ count }) => count)).toEqual([1, 1, 1]);
			expect(await runDueJobs(db, [handler], clock)).toEqual([]);
			now += 10 * MINUTE;
			expect(await runDueJobs(db, [handler], clock)).toHaveLength(1);
			// After midnight the day that is over is counted to its end.
			await asked(db, anna, TODAY + 23 * HOUR);
			now = TODAY + DAY + MINUTE;
			expect(await runDueJobs(db, [handler], clock)).toHaveLength(2);
			expect((await periodOf(db, 3)).byDay("messages").map(({ count }) => count)).toEqual([1, 1, 1]);
		});

		test("reads its rows by indexes", async () => {
			const db = await openTestDb();
			const anna = await account(db, TODAY + HOUR);
			await asked(db, anna, TODAY + HOUR);
			const plans = await plansOf(db, () => countDay(db, span(), counting, NOON), name);
			expect(plans.join("\n")).not.toMatch(
				/SCAN (answers|prompts|purchases|refunds)\b(?! USING)|Seq Scan on (answers|prompts|purchases|refunds)/,
			);
			// Those of the state alone would read every payment there is.
			expect(plans.join("\n")).toContain("purchases_by_payment");
			expect(plans.join("\n")).toContain("refunds_by_end");
		});

		test("what needs an act is found by indexes of its own", async () => {
			const db = await openTestDb();
			const plans = await plansOf(db, () => countMoney(db, NOON), name);
			expect(plans.join("\n")).toContain("purchases_doubtful");
			expect(plans.join("\n")).toContain("refunds_open");
			expect(plans.join("\n")).toContain("purchases_by_receipt");
			expect(plans.join("\n")).toContain("refunds_by_end");
		});
	});
});

test("a percentile lies evenly within its bucket", () => {
	expect(percentile(new Map(), 0.5)).toBeNull();
	expect(percentile(new Map([["1000", 10]]), 0.5)).toBe(850);
	expect(
		percentile(
			new Map([
				["100", 5],
				["more", 5],
			]),
			0.95,
		),
	).toBe(120_000);
});
