import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readUnfinished } from "../../app/billing/plans/plan-in-force.server.ts";
import { deductTime, grantSubscription, restoreTime } from "../../app/billing/plans/subscriptions.server.ts";
import { correctAllowance } from "../../app/billing/quota/allowance.server.ts";
import type { AnswerEnd } from "../../app/chat/answers/answer-end.ts";
import { deleteConversation } from "../../app/chat/conversations/delete-conversation.server.ts";
import { continueAnswer, regenerateAnswer } from "../../app/chat/prompts/regenerate.server.ts";
import { DAY } from "../../app/platform/dates/day-boundaries.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { lockRow } from "../../app/platform/db/lock-row.server.ts";
import { HOUR, NOON, someoneWith } from "../chat/answers/worker-dependencies.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { expectBooksToBalance, expectEveryRowExplained } from "./ledger.ts";
import { aPlan } from "./plan.ts";

const STEPS = 70;
const PLANS = [
	aPlan({ messages: 3, everyDays: 7 }, { key: "plus-month", price: 39_000, days: 30 }),
	aPlan({ messages: 5, everyDays: 30 }, { key: "pro-month", price: 99_000, days: 30 }),
	aPlan({ messages: 2, everyDays: 1 }, { key: "day", price: 1_000, days: 2 }),
];
const ENDS: [string, AnswerEnd][] = [
	["Ответ", { state: "done", finish: "stop" }],
	["Отве", { state: "done", finish: "length" }],
	["От", { state: "stopped" }],
	["", { state: "stopped" }],
	["", { state: "failed", failure: "unreachable" }],
	["О", { state: "done", finish: "filtered" }],
	["О", { state: "interrupted", failure: "cut-off" }],
	["", { state: "interrupted", failure: "cut-off" }],
];

/** The same numbers for the same seed, so that a failure can be looked at again. */
function dice(seed: number) {
	let state = seed;
	const roll = (below: number) => {
		// mulberry32
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) % below;
	};
	return { roll, one: <T>(of: readonly T[]): T | undefined => of[roll(of.length || 1)] };
}

/** A life of an account, step by step as the dice fall. */
async function live(db: Db, seed: number) {
	const one = await someoneWith(db, 4);
	const { me, terms } = one;
	const { roll, one: pick } = dice(seed);
	let now = NOON;
	const happened: Record<string, number> = {};
	const taken: { purchaseId: string; takes: number }[] = [];
	const count = (what: string) => {
		happened[what] = (happened[what] ?? 0) + 1;
	};
	const answers = (state: "writing" | "ended") =>
		db
			.selectFrom("answers")
			.select(["id", "conversation_id"])
			.where("account_id", "=", me)
			.where("state", state === "writing" ? "=" : "<>", "writing")
			.orderBy("created_at")
			.orderBy("id")
			.execute();

	const actions: Record<string, () => Promise<unknown>> = {
		ask: async () => count((await one.ask("Вопрос", null, now)).outcome),
		end: async () => {
			const answer = pick(await answers("writing"));
			const [text, end] = pick(ENDS) ?? ["", { state: "stopped" }];
			if (answer) await one.write(answer.id, text, end, { now });
		},
		again: async () => {
			const answer = pick(await answers("ended"));
			if (answer) count((await regenerateAnswer(db, me, answer.id, randomUUID(), "m", now, terms)).outcome);
		},
		goOn: async () => {
			const answer = pick(await answers("ended"));
			if (answer) count((await continueAnswer(db, me, answer.id, randomUUID(), now, terms)).outcome);
		},
		remove: async () => {
			const answer = pick([...(await answers("writing")), ...(await answers("ended"))]);
			if (answer) await deleteConversation(db, me, answer.conversation_id, now);
		},
		correct: () =>
			db.transaction().execute((trx) => {
				const correction = { messages: roll(9) - 4, reference: randomUUID(), why: "Жалоба" };
				return correctAllowance(trx, me, correction, now, terms);
			}),
		buy: () =>
			db.transaction().execute(async (trx) => {
				await lockRow(trx, "accounts", me);
				const plan = pick(PLANS) ?? terms.free;
				const id = randomUUID();
				await trx
					.insertInto("purchases")
					.values(paid(id, me, plan.price, now))
					.execute();
				await grantSubscription(trx, me, { plan, purchaseId: id }, now);
			}),
		refund: async () => {
			const row = pick(await readUnfinished(db, me, now));
			if (!row?.purchase_id) return;
			const { purchase_id: purchaseId } = row;
			const takes = row.ends_at - Math.max(row.starts_at, now);
			await db.transaction().execute((trx) => deductTime(trx, purchaseId, takes, "refund", now));
			taken.push({ purchaseId, takes });
			count("refunded");
		},
		refuse: async () => {
			const refund = taken.pop();
			if (!refund) return;
			await db.transaction().execute((trx) => restoreTime(trx, refund.purchaseId, refund.takes, now));
		},
		later: async () => {
			now += roll(20) * HOUR;
		},
	};
	// What people do most is asked for most.
	const often = [
		...Object.keys(actions),
		"ask",
		"ask",
		"ask",
		"ask",
		"end",
		"end",
		"end",
		"again",
		"goOn",
		"later",
	];
	for (let step = 0; step < STEPS; step++) {
		await actions[pick(often) ?? "ask"]?.();
		await expectBooksToBalance(db, me);
		expect((await one.counts(now)).left).toBeGreaterThanOrEqual(0);
	}
	while ((await answers("writing")).length > 0) await actions.end?.();
	await expectBooksToBalance(db, me);
	await expectEveryRowExplained(db, me);
	const open = db.selectFrom("allowances").select("id").where("reserved", ">", 0);
	expect(await open.execute()).toEqual([]);
	// No time is bought twice, whatever was bought, replaced, taken and given back.
	const times = await db
		.selectFrom("subscriptions")
		.selectAll()
		.where("account_id", "=", me)
		.orderBy("starts_at")
		.execute();
	const real = times.filter((row) => row.ends_at > row.starts_at && row.ends_at > now);
	for (const [i, row] of real.entries())
		expect(row.starts_at).toBeGreaterThanOrEqual(real[i - 1]?.ends_at ?? 0);
	return happened;
}

const paid = (id: string, account_id: string, amount: number, now: number) =>
	({
		id,
		account_id,
		plan_key: "plan",
		plan: "{}",
		amount,
		receipt_email: "p@example.ru",
		gateway: "sandbox",
		state: "paid",
		created_at: now,
	}) as const;

describe("whatever happens to an account", () => {
	eachDatabase((openTestDb) => {
		test("its books balance after every step, and every row explains itself", async () => {
			const db = await openTestDb();
			const happened: Record<string, number> = {};
			for (const seed of [1, 2, 3, 5, 8, 13]) {
				const life = await live(db, seed).catch((error: unknown) => {
					throw new Error(`with the seed ${seed}`, { cause: error });
				});
				for (const [what, times] of Object.entries(life)) happened[what] = (happened[what] ?? 0) + times;
			}
			// The dice were not kind: there was everything that the test speaks of.
			for (const what of ["asked", "exhausted", "too-many-answers", "refunded"])
				expect([what, (happened[what] ?? 0) > 3]).toEqual([what, true]);
			expect(
				await db.selectFrom("allowances").select("id").where("source", "<>", "free").execute(),
			).not.toEqual([]);
		});

		test("at once: settling, returning, correcting and asking leave the books right", async () => {
			const db = await openTestDb();
			const one = await someoneWith(db, 6);
			for (let round = 0; round < 4; round++) {
				const now = NOON + round * DAY;
				const asked = [await one.asked(null, now), await one.asked(null, now)];
				await Promise.all(
					[
						...asked.map(({ answerId }, i) =>
							one.write(answerId, i ? "Ответ" : "", { state: "stopped" }, { now, owner: `worker ${i}` }),
						),
						...asked.map(({ conversationId }) => deleteConversation(db, one.me, conversationId, now)),
						...[3, -2].map((messages) =>
							db.transaction().execute((trx) => {
								const correction = { messages, reference: randomUUID(), why: "Жалоба" };
								return correctAllowance(trx, one.me, correction, now, one.terms);
							}),
						),
						...Array.from({ length: 4 }, () => one.ask("Вопрос", null, now)),
					].map((action) => Promise.resolve(action).catch(isLostLease)),
				);
				await expectBooksToBalance(db, one.me);
				for (const { id, conversation_id } of await db.selectFrom("answers").selectAll().execute()) {
					await deleteConversation(db, one.me, conversation_id, now);
					expect(id).toBeTruthy();
				}
				expect((await one.counts(now)).reserved).toBe(0);
			}
			await expectBooksToBalance(db, one.me);
			await expectEveryRowExplained(db, one.me);
		});
	});
});

/** A worker that writes into a conversation that is being deleted loses its lease. */
function isLostLease(error: unknown): void {
	if (!/lease/i.test(String(error))) throw error;
}
