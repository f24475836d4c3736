import { afterEach, describe, expect, test, vi } from "vitest";
import { claimLease, findOrphans, LEASE_MS, sendHeartbeat } from "../../../app/chat/answers/lease.server.ts";
import { ask } from "../../../app/chat/prompts/ask.server.ts";
import { deliverNow, post } from "../../../app/mail/outbox.server.ts";
import type { Db } from "../../../app/platform/db/connection.server.ts";
import { databaseTime, dueAtOnce, readDatabaseTime } from "../../../app/platform/db/database-clock.server.ts";
import { question, somebody } from "../../chat/people.ts";
import { deliverDue } from "../../mail/deliver-due.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { memoryMailer } from "../../support/fakes/mailer.ts";

const HOUR = 3_600_000;
const realTime = Date.now;
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** As on a machine whose clock goes wrong by so much. */
async function onMachine<T>(wrongByMs: number, act: () => Promise<T>): Promise<T> {
	const clock = vi.spyOn(Date, "now").mockImplementation(() => realTime() + wrongByMs);
	try {
		return await act();
	} finally {
		clock.mockRestore();
	}
}

async function asked(db: Db): Promise<string> {
	const result = await ask(db, await somebody(db), question("Вопрос"));
	if (result.outcome !== "asked") throw new Error(result.outcome);
	return result.answerId;
}

const email = { to: "anna@example.ru", kind: "greeting", subject: "Привет", text: "", html: "", link: "" };

describe("the database's clock", () => {
	eachDatabase((openTestDb, name) => {
		test("is read, written and compared as milliseconds, with what is added", async () => {
			const db = await openTestDb();
			// SQLite's is this process's clock, which is read twice below.
			vi.useFakeTimers({ toFake: ["Date"] });
			const before = await readDatabaseTime(db);
			const id = await post(db, memoryMailer(), email);
			await db
				.updateTable("jobs")
				.set({ due_at: databaseTime(db, undefined, HOUR), created_at: dueAtOnce(db, before + 24 * HOUR) })
				.where("due_at", "<=", databaseTime(db))
				.execute();
			const row = await db
				.selectFrom("jobs")
				.select(["due_at", "created_at"])
				.where("key", "=", id)
				.executeTakeFirstOrThrow();
			expect(Number.isInteger(row.due_at)).toBe(true);
			expect(row.created_at).toBeGreaterThanOrEqual(before);
			expect(row.due_at).toBe(row.created_at + HOUR);
			expect(await readDatabaseTime(db)).toBeGreaterThanOrEqual(row.created_at);
		});

		test("is left alone where a test sets the time", async () => {
			const db = await openTestDb();
			expect(await readDatabaseTime(db, () => 5)).toBe(5);
			const id = await asked(db);
			await claimLease(db, id, "a", () => 1_000);
			expect(await findOrphans(db, 10, () => 1_000 + LEASE_MS)).toEqual([]);
			expect(await findOrphans(db, 10, () => 1_001 + LEASE_MS)).toEqual([id]);
		});

		if (name === "SQLite") return;

		test.each([-HOUR, HOUR])("a lease holds for a server whose clock is off by %s ms", async (wrongByMs) => {
			const db = await openTestDb();
			const id = await asked(db);
			expect(await onMachine(wrongByMs, () => claimLease(db, id, "one"))).toBeDefined();
			expect(await findOrphans(db, 10)).toEqual([]);
			expect(await claimLease(db, id, "two")).toBeUndefined();
			await sendHeartbeat(db, "one", [id]);
			expect(await onMachine(wrongByMs, () => findOrphans(db, 10))).toEqual([]);
			expect(await onMachine(wrongByMs, () => claimLease(db, id, "two"))).toBeUndefined();
		});

		test.each([-HOUR, HOUR])(
			"an e-mail leaves at once, and once, between clocks that differ by %s ms",
			async (wrongByMs) => {
				const [db, mailer] = [await openTestDb(), memoryMailer()];
				mailer.outcomes = [new Promise(() => {})];
				const id = await onMachine(wrongByMs, async () => {
					const id = await post(db, mailer, email);
					// This server is in the middle of sending it.
					void deliverNow(db, mailer, id);
					return id;
				});
				await expect
					.poll(() => db.selectFrom("jobs").select("tries").where("key", "=", id).executeTakeFirst())
					.toMatchObject({ tries: 1 });
				await expect.poll(() => mailer.outcomes).toEqual([]);
				for (const off of [0, wrongByMs, -wrongByMs]) {
					expect(await onMachine(off, () => deliverDue(db, mailer))).toMatchObject({ sent: 0, late: 0 });
				}
				const next = await onMachine(HOUR, () => post(db, mailer, email));
				const sent = onMachine(-HOUR, () => deliverNow(db, mailer, next, { timeoutMs: 60_000 }));
				expect(await sent).toBe("sent");
			},
		);
	});
});
