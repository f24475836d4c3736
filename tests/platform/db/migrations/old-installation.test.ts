import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { confirmByLink } from "../../../../app/accounts/registration/confirm-email.server.ts";
import { finishSignIn } from "../../../../app/accounts/second-factor/finish-sign-in.server.ts";
import { findSession } from "../../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../../app/accounts/sessions/sign-in.server.ts";
import { yookassaGateway } from "../../../../app/billing/gateways/yookassa/gateway.server.ts";
import { settlePayment } from "../../../../app/billing/payments/settle-payment.server.ts";
import { planInForce } from "../../../../app/billing/plans/plan-in-force.server.ts";
import { readAllowance } from "../../../../app/billing/quota/allowance.server.ts";
import { finishAnswer } from "../../../../app/chat/answers/finish-answer.server.ts";
import { claimLease, findOrphans } from "../../../../app/chat/answers/lease.server.ts";
import { AnswerLog } from "../../../../app/chat/answers/log/answer-log.server.ts";
import { readAnswerSoFar } from "../../../../app/chat/answers/log/answer-updates.server.ts";
import { readConversation } from "../../../../app/chat/conversations/conversations.server.ts";
import { listConversations } from "../../../../app/chat/conversations/list-conversations.server.ts";
import { readItem } from "../../../../app/chat/import/formats/read-item.server.ts";
import { importConversations } from "../../../../app/chat/import/import-conversations.server.ts";
import { ask } from "../../../../app/chat/prompts/ask.server.ts";
import { findMessages } from "../../../../app/chat/search/find-messages.server.ts";
import { indexConversationHandler } from "../../../../app/chat/search/index-old.server.ts";
import type { Db } from "../../../../app/platform/db/connection.server.ts";
import { isOutdated, migrate } from "../../../../app/platform/db/migrate.server.ts";
import { eraseAccountHandler } from "../../../../app/privacy/erase-data.server.ts";
import { client, email, HOUR, MINUTE, type World, world } from "../../../accounts/world.ts";
import { testPaymentContext } from "../../../billing/payment-context.ts";
import { checkDue } from "../../../billing/shop.ts";
import { daily } from "../../../chat/answers/worker-dependencies.ts";
import { plain } from "../../../chat/import/export.ts";
import { question } from "../../../chat/people.ts";
import { deliverDue } from "../../../mail/deliver-due.ts";
import { codeOf } from "../../../support/authenticator.ts";
import { type DatabaseName, eachDatabase, urlOf } from "../../../support/database/databases.ts";
import { type FakePayment, startFakeYookassa } from "../../../support/fakes/fake-yookassa.ts";
import { runDueJobs } from "../../../support/run-due-jobs.ts";

const FOLDER = join(import.meta.dirname, "fixtures/cf0da4b");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const facts = JSON.parse(read("facts.json"));
const { anna, boris, purchases, password } = facts;
/** A minute after the last row was written. */
const NOW: number = facts.now + 5 * MINUTE;
const terms = { ...daily(30), secret: facts.secret };

/** Loads the old installation into an empty database. */
async function load(db: Db, name: DatabaseName): Promise<void> {
	const url = urlOf(db);
	if (name === "SQLite") {
		const file = new DatabaseSync(url.replace("sqlite:", ""));
		file.exec(`begin; ${read("schema.sqlite.sql")} ${read("data.sql")} commit;`);
		file.close();
		return;
	}
	const connection = new pg.Client(url);
	await connection.connect();
	await connection.query(`${read("schema.postgres.sql")} ${read("data.sql")}`);
	await connection.end();
}

const gateways: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
	for (const gateway of gateways.splice(0)) await gateway.stop();
});

/** The gateway with the payments and refunds that the old version made there. */
async function oldGateway() {
	const yookassa = await startFakeYookassa();
	gateways.push(yookassa);
	const known: Record<"payments" | "refunds", FakePayment[]> = JSON.parse(read("gateway.json"));
	for (const payment of known.payments) yookassa.payments.set(payment.id, payment);
	for (const refund of known.refunds) yookassa.refunds.set(refund.id, refund);
	const context = testPaymentContext(yookassaGateway(yookassa.settings), {
		takesTestMoney: false,
	});
	return { yookassa, context };
}

eachDatabase((openTestDb, name) => {
	async function migrated(): Promise<World> {
		const db = await openTestDb({ migrated: false });
		await load(db, name);
		expect(await isOutdated(db)).toBe(true);
		const applied = await migrate(db);
		expect(applied[0]).toBe("0010-jobs-and-imports");
		expect(await isOutdated(db)).toBe(false);
		return world(async () => db);
	}

	test("people of an old installation sign in, with a password, a session and a second factor", async () => {
		const { db, settings } = await migrated();
		expect(await findSession(db, anna.sessionToken, client(), NOW)).toMatchObject({
			account: { id: anna.id, email: anna.email },
		});
		expect(await signIn(db, settings, { email: email(anna.email), password }, client(9), NOW)).toMatchObject({
			outcome: "signed-in",
		});

		const first = await signIn(db, settings, { email: email(boris.email), password }, client(9), NOW);
		if (first.outcome !== "second-step") throw new Error(first.outcome);
		const proof = { code: codeOf(boris.totpKey, NOW) };
		const finished = await finishSignIn(db, settings, { stepToken: first.stepToken, proof }, client(9), NOW);
		expect(finished).toMatchObject({ outcome: "signed-in" });

		const blocked = { email: email("blocked@example.ru"), password };
		expect((await signIn(db, settings, blocked, client(9), NOW)).outcome).not.toBe("signed-in");
		const link = { token: facts.pendingToken, bindingToken: facts.pendingBindingToken };
		expect(await confirmByLink(db, settings, link, client(), NOW)).toMatchObject({ outcome: "confirmed" });
	});

	test("conversations of an old installation are read, found and continued", async () => {
		const { db } = await migrated();
		const { conversations } = await listConversations(db, anna.id);
		expect(conversations).toHaveLength(5);
		const shown = await readConversation(db, anna.id, anna.conversationId);
		expect(JSON.stringify(shown)).toContain("Как заварить чай?");
		expect(JSON.stringify(shown)).toContain("Смелите зёр");

		await runDueJobs(db, [indexConversationHandler(db)]);
		const hits = await findMessages(db, anna.id, "метель");
		expect(hits.conversations.length).toBeGreaterThan(0);

		const asked = await ask(db, anna.id, question("Ещё чаю?", anna.conversationId), NOW, terms);
		expect(asked).toMatchObject({ outcome: "asked" });
		async function* items() {
			yield readItem(JSON.stringify(plain("import-1")), NOW);
			yield readItem(JSON.stringify(plain("import-3")), NOW);
		}
		const owner = { accountId: anna.id, jobId: null };
		expect(await importConversations(db, owner, items())).toMatchObject({ imported: 1, skipped: 1 });
	});

	test("an answer that an old installation was writing is resumed and charged once", async () => {
		const { db } = await migrated();
		const id = anna.writingAnswerId;
		expect(await findOrphans(db, 10, () => NOW)).toContain(id);
		const before = await readAllowance(db, anna.id, NOW, terms);
		expect(before.reserved).toBe(1);
		const log = new AnswerLog(db);
		expect(await claimLease(db, id, "new", () => NOW)).toBeTruthy();
		const soFar = await readAnswerSoFar(db, id);
		expect(soFar?.text).toBe("Зима начинается");
		const writer = log.openWriter(id, "new", soFar?.cursor ?? 0);
		writer.append("text", " снегом.");
		await writer.flush();
		expect(await finishAnswer(db, log, id, "new", { state: "done", finish: "stop" }, NOW)).toBe(true);
		expect(
			await db.selectFrom("answers").select(["text", "state"]).where("id", "=", id).executeTakeFirst(),
		).toEqual({ text: "Зима начинается снегом.", state: "done" });
		const after = await readAllowance(db, anna.id, NOW, terms);
		expect([after.reserved, after.used]).toEqual([0, before.used + 1]);
	});

	test("e-mails that waited in an old installation are sent once", async () => {
		const { db, mailer } = await migrated();
		const waiting = () => db.selectFrom("letters").select("id").where("state", "=", "waiting").execute();
		const count = (await waiting()).length;
		expect(count).toBe(8);
		expect(await deliverDue(db, mailer, () => NOW + HOUR)).toMatchObject({ sent: count, failed: 0 });
		expect(mailer.emails.map(({ kind }) => kind)).toContain("payment-paid");
		expect(mailer.emails).toHaveLength(count);
		expect(await waiting()).toEqual([]);
		expect(await deliverDue(db, mailer, () => NOW + 2 * HOUR)).toMatchObject({ sent: 0 });
	});

	test("payments of an old installation are settled, and refunds end", async () => {
		const { db } = await migrated();
		const { yookassa, context } = await oldGateway();
		yookassa.pay(yookassa.paymentOf(purchases.waiting).id);
		expect(await settlePayment(db, context, purchases.waiting, NOW)).toEqual({ outcome: "paid" });
		expect((await planInForce(db, anna.id, NOW)).plan.key).toBe("plus-month");
		for (const [id, outcome] of [
			[purchases.paid, "paid"],
			[purchases.canceled, "canceled"],
			[purchases.expired, "expired"],
		] as const) {
			expect(await settlePayment(db, context, id, NOW)).toEqual({ outcome });
		}
		// The gateway never received it: it is created there with the same key.
		expect(await settlePayment(db, context, purchases.started, NOW)).toEqual({ outcome: "waiting" });

		for (const refund of yookassa.refunds.values()) {
			if (refund.status === "pending") yookassa.changeRefund(refund.id, { status: "succeeded" });
		}
		await checkDue(db, context, () => NOW + HOUR);
		const refunds = await db.selectFrom("refunds").select("state").orderBy("state").execute();
		expect(refunds.map(({ state }) => state)).toEqual(["done", "done", "done", "refused"]);
	});

	test("a deletion that an old installation began is finished", async () => {
		const { db } = await migrated();
		await runDueJobs(db, [eraseAccountHandler(db)], () => NOW + HOUR);
		const owner = ["account_id", "=", facts.deletedId] as const;
		for (const table of ["conversations", "prompts", "answers", "allowances"] as const) {
			expect(
				await db
					.selectFrom(table)
					.selectAll()
					.where(...owner)
					.execute(),
			).toEqual([]);
		}
	});
});
