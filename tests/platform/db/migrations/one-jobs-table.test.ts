import { type Insertable, Migrator } from "kysely";
import { describe, expect, test } from "vitest";
import { checkPaymentHandler } from "../../../../app/billing/payments/check-payments.server.ts";
import { checkRefundHandler } from "../../../../app/billing/refunds/check-refunds.server.ts";
import { indexConversationHandler } from "../../../../app/chat/search/index-old.server.ts";
import { emailHandler } from "../../../../app/mail/email-handler.server.ts";
import type { Db } from "../../../../app/platform/db/connection.server.ts";
import { migrations } from "../../../../app/platform/db/migrations/list.ts";
import type { Tables } from "../../../../app/platform/db/tables.ts";
import { JobRunner } from "../../../../app/platform/jobs/job-runner.server.ts";
import { eraseAccountHandler } from "../../../../app/privacy/erase-data.server.ts";
import { testPaymentContext } from "../../../billing/payment-context.ts";
import { eachDatabase } from "../../../support/database/databases.ts";
import { memoryMailer } from "../../../support/fakes/mailer.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Row<T extends keyof Tables> = Insertable<Tables[T]>;

const letter = (id: string, more: Partial<Row<"letters">>): Row<"letters"> => ({
	id,
	kind: "greeting",
	recipient: "anna@example.ru",
	sealed: "x",
	state: "waiting",
	tries: 0,
	due_at: 0,
	created_at: 0,
	...more,
});
const purchase = (id: string, more: Partial<Row<"purchases">>): Row<"purchases"> => ({
	id,
	account_id: "a",
	plan_key: "plus",
	plan: "{}",
	amount: 100,
	receipt_email: "",
	gateway: "sandbox",
	state: "waiting",
	created_at: 0,
	...more,
});

/** One record of each kind that waits at `at`, and one that does not, as the previous release writes them. */
async function writeAsBefore(db: Db, prefix: string, at: number): Promise<void> {
	const id = (name: string) => `${prefix}-${name}`;
	await db
		.insertInto("letters")
		.values([
			letter(id("waits"), { due_at: at, tries: 2, last_problem: "ECONNECTION", created_at: at }),
			letter(id("sent"), { state: "sent", finished_at: at }),
		])
		.execute();
	await db
		.insertInto("accounts")
		.values({ id: id("account"), email: `${prefix}@example.ru`, state: "active", created_at: at })
		.execute();
	await db
		.insertInto("purchases")
		.values([
			purchase(id("waits"), { check_at: at, account_id: id("account") }),
			purchase(id("paid"), { state: "paid", account_id: id("account") }),
		])
		.execute();
	const refund = { amount: 100, created_at: at, account_id: id("account"), purchase_id: id("paid") };
	await db
		.insertInto("refunds")
		.values([
			{ ...refund, id: id("waits"), state: "started", check_at: at },
			{ ...refund, id: id("done"), state: "done", purchase_id: id("waits") },
		])
		.execute();
	await db
		.insertInto("deletions")
		.values([
			{ account_id: id("waits"), asked_by: "person", at },
			{ account_id: id("erased"), asked_by: "person", at, erased_at: 1 },
		])
		.execute();
	const conversation = { account_id: id("account"), title: "Чат", created_at: at, updated_at: at };
	await db
		.insertInto("conversations")
		.values([
			{ ...conversation, id: id("waits"), index_tries: 1, indexed_at: null },
			{ ...conversation, id: id("indexed"), index_tries: 0, indexed_at: at },
			{ ...conversation, id: id("failed"), index_tries: 3, indexed_at: null },
		])
		.execute();
}

const KINDS = ["check-payment", "check-refund", "email", "erase-account", "index-conversation"];

const queued = async (db: Db, prefix: string) =>
	db
		.selectFrom("jobs")
		.select(["kind", "key", "state", "tries", "due_at", "last_error"])
		.where("key", "like", `${prefix}-%`)
		.orderBy("kind")
		.execute();

describe("one table of jobs", () => {
	eachDatabase((openTestDb) => {
		test("the migration queues what waits, with its attempts and times, and nothing else", async () => {
			const db = await openTestDb({ migrated: false });
			const provider = { getMigrations: async () => migrations };
			const migrator = new Migrator({ db, provider });
			const before = await migrator.migrateTo("0012-deletions-in-turn");
			expect(before.error).toBeUndefined();
			const at = Date.now() - HOUR;
			await writeAsBefore(db, "old", at);
			const { error } = await migrator.migrateTo("0020-one-jobs-table");
			expect(error).toBeUndefined();
			const rows = await queued(db, "old");
			expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual(KINDS.map((kind) => `${kind} old-waits`));
			const of = (kind: string) => rows.find((row) => row.kind === kind);
			expect(of("email")).toMatchObject({
				state: "waiting",
				tries: 2,
				due_at: at,
				last_error: "ECONNECTION",
			});
			expect(of("check-payment")).toMatchObject({ due_at: at, tries: 0 });
			expect(of("check-refund")).toMatchObject({ due_at: at });
			expect(of("index-conversation")).toMatchObject({ tries: 1, due_at: 0 });
			// A server of the previous release that still runs leaves the e-mail to the job.
			const { due_at } = await db
				.selectFrom("letters")
				.select("due_at")
				.where("id", "=", "old-waits")
				.executeTakeFirstOrThrow();
			expect(due_at).toBe(at + 10 * MINUTE);
		});

		test("what a server of the previous release writes meanwhile is queued, once, a few at a time", async () => {
			const db = await openTestDb();
			await writeAsBefore(db, "late", Date.now() - HOUR);
			// Its own server has a while for these.
			await db
				.insertInto("letters")
				.values(letter("late-young", { due_at: Date.now() }))
				.execute();
			const context = testPaymentContext({} as never);
			const handlers = [
				emailHandler(db, memoryMailer()),
				checkPaymentHandler(db, context),
				checkRefundHandler(db, context),
				indexConversationHandler(db),
				eraseAccountHandler(db),
			];
			const log = { onError: () => {}, onGiveUp: () => {} };
			const runner = new JobRunner(db, handlers, { owner: "server", log });
			await runner.stop();
			await runner.reconcile();
			await runner.reconcile();
			const rows = await queued(db, "late");
			expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual(
				KINDS.map((kind) => `${kind} late-waits`),
			);
			await db
				.insertInto("letters")
				.values(Array.from({ length: 150 }, (_, i) => letter(`crowd-${i}`, {})))
				.execute();
			await runner.reconcile();
			expect(await queued(db, "crowd")).toHaveLength(100);
			await runner.reconcile();
			expect(await queued(db, "crowd")).toHaveLength(150);
		});
	});
});
