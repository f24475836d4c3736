import type { RootOperationNode } from "kysely";
import { describe, expect, test } from "vitest";
import type { AddressedEmail } from "../../app/mail/email.ts";
import { emailHandler } from "../../app/mail/email-handler.server.ts";
import {
	countEmails,
	deliverNow,
	deliverSoon,
	emailsTo,
	finishSending,
	forgetEmailsTo,
	forgetOldEmails,
	post,
} from "../../app/mail/outbox.server.ts";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { DatabaseAway } from "../../app/platform/db/database-away.server.ts";
import { claimJobs } from "../../app/platform/jobs/claim-jobs.server.ts";
import { performJob } from "../../app/platform/jobs/perform-job.server.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { failingDatabase, touches } from "../support/database/failing-database.ts";
import { plansOf } from "../support/database/query-plans.ts";
import { type MemoryMailer, memoryMailer } from "../support/fakes/mailer.ts";
import { deliverDue } from "./deliver-due.ts";

const NOW = 1_763_700_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const email = {
	to: "anna@example.ru",
	kind: "greeting",
	subject: "Привет",
	text: "Ссылка: https://chat.example.ru/?token=readable-secret",
	html: "<p>Ссылка</p>",
	link: "https://chat.example.ru/?token=readable-secret",
};
const later = { result: "later" as const, problem: "ECONNECTION" };
const refused = { result: "refused" as const, problem: "EENVELOPE RCPT TO 550" };

const row = (db: Db, id: string) =>
	db.selectFrom("letters").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
/** When the e-mail's job is due. */
const dueAt = async (db: Db, id: string) =>
	(await db.selectFrom("jobs").select("due_at").where("key", "=", id).executeTakeFirstOrThrow()).due_at;
/** The e-mail's job has been claimed, and the mail server has got it: the attempt is under way. */
async function attempted(db: Db, mailer: MemoryMailer, id: string) {
	await expect
		.poll(() => db.selectFrom("jobs").select("tries").where("key", "=", id).executeTakeFirst())
		.toMatchObject({ tries: 1 });
	await expect.poll(() => mailer.outcomes).toEqual([]);
}

describe("the outbox", () => {
	eachDatabase((openTestDb, name) => {
		test("no fact, no e-mail: a transaction that fails takes its e-mail back", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const acting = db.transaction().execute(async (trx) => {
				await post(trx, mailer, email, NOW);
				throw new Error("no");
			});
			await expect(acting).rejects.toThrow("no");
			expect(await deliverDue(db, mailer, () => NOW)).toEqual({ sent: 0, late: 0, refused: 0, failed: 0 });
			expect(mailer.emails).toEqual([]);
		});

		test("an e-mail is sent once, whole, and what it said is dropped", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			expect(await deliverNow(db, mailer, id, {}, () => NOW)).toBe("sent");
			expect(mailer.emails).toEqual([email]);
			expect(await deliverDue(db, mailer, () => NOW + HOUR)).toMatchObject({ sent: 0 });
			expect(await row(db, id)).toMatchObject({ state: "sent", sealed: null, tries: 1, finished_at: NOW });
		});

		test("a waiting e-mail cannot be read in the database, and only under its own id with our secret", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const [a, b] = [await post(db, mailer, email, NOW), await post(db, mailer, email, NOW)];
			const { sealed } = await row(db, a);
			expect(Buffer.from(sealed ?? "", "base64").toString("latin1")).not.toContain("readable");
			await db.updateTable("letters").set({ sealed }).where("id", "=", b).execute();
			expect(await deliverDue(db, mailer, () => NOW)).toEqual({ sent: 1, late: 0, refused: 0, failed: 1 });
			expect(mailer.logged.join()).toContain("SESSION_SECRET");
		});

		test("two servers looking at the same time send each e-mail once", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const other = await openDatabase(urlOf(db));
			for (let i = 0; i < 20; i++) await post(db, mailer, { ...email, to: `a${i}@example.ru` }, NOW);
			const [one, two] = await Promise.all([
				deliverDue(db, mailer, () => NOW),
				deliverDue(other, mailer, () => NOW),
			]);
			await other.destroy();
			expect(one.sent + two.sent).toBe(20);
			expect(new Set(mailer.emails.map(({ to }) => to)).size).toBe(20);
			expect(mailer.emails).toHaveLength(20);
		});

		test("a server whose round is slow gives each e-mail a whole lease, and no other sends it again", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const other = await openDatabase(urlOf(db));
			let now = NOW;
			for (let i = 0; i < 8; i++) await post(db, mailer, { ...email, to: `a${i}@example.ru` }, NOW);
			// Four go at a time: the first four take two minutes, the others a minute and a half.
			const waiting: (() => void)[] = [];
			const slow = {
				...mailer,
				transport: {
					...mailer.transport,
					send: async (id: string, sent: AddressedEmail) => {
						await new Promise<void>((resolve) => {
							waiting.push(resolve);
							if (waiting.length === 4) void passTime();
						});
						return mailer.transport.send(id, sent);
					},
				},
			};
			const passTime = async () => {
				const first = now === NOW;
				now += first ? 2 * MINUTE : 1.5 * MINUTE;
				if (!first) await deliverDue(other, mailer, () => now);
				for (const go of waiting.splice(0)) go();
			};
			expect(await deliverDue(db, slow, () => now)).toMatchObject({ sent: 8 });
			await other.destroy();
			expect(mailer.emails.map(({ to }) => to).sort()).toEqual(
				Array.from({ length: 8 }, (_, i) => `a${i}@example.ru`),
			);
		});

		test("an e-mail that the database breaks off at holds up no other", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			for (let i = 0; i < 9; i++) await post(db, mailer, { ...email, to: `a${i}@example.ru` }, NOW);
			let reads = 0;
			const breaking = failingDatabase(
				db,
				(node) =>
					node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes("letters") && ++reads <= 5,
			);
			const round = deliverDue(breaking, mailer, () => NOW);
			await expect(round).rejects.toMatchObject({
				errors: Array.from({ length: 5 }, () => expect.any(Error)),
			});
			expect(mailer.emails).toHaveLength(4);
			expect(await deliverDue(db, mailer, () => NOW + MINUTE)).toMatchObject({ sent: 5 });
		});

		test("an e-mail that was sent while the database went away is noted when it is back, and not sent again", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			let left = 2;
			const isNoted = (node: RootOperationNode) =>
				node.kind === "DeleteQueryNode" && touches(node, "jobs") && left-- > 0;
			const away = failingDatabase(db, isNoted, new DatabaseAway(new Error("timeout exceeded")));
			expect(await deliverDue(away, mailer, () => NOW)).toMatchObject({ sent: 1 });
			expect(await deliverDue(db, mailer, () => NOW + HOUR)).toMatchObject({ sent: 0 });
			expect(mailer.emails).toEqual([email]);
			expect(await row(db, id)).toMatchObject({ state: "sent", tries: 1 });
		});

		test("an e-mail whose server died in the middle is taken up when the lease is over", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			mailer.outcomes = [new Promise(() => {})];
			expect(await deliverNow(db, mailer, id, { timeoutMs: 10 }, () => NOW)).toBe("late");
			await attempted(db, mailer, id);
			expect(await deliverDue(db, mailer, () => NOW + MINUTE)).toMatchObject({ sent: 0 });
			expect(await deliverDue(db, mailer, () => NOW + 3 * MINUTE)).toMatchObject({ sent: 1 });
		});

		test("a request learns what became of an e-mail that the runner was quicker to claim", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			for (const [answer, result] of [
				[{ result: "sent" as const }, "sent"],
				[refused, "refused"],
				[later, "late"],
			] as const) {
				const id = await post(db, mailer, email, NOW);
				let finish = (_: typeof answer) => {};
				mailer.outcomes = [new Promise((resolve) => (finish = resolve))];
				const round = deliverDue(db, mailer, () => NOW);
				await attempted(db, mailer, id);
				const told = deliverNow(db, mailer, id, { timeoutMs: 60_000 }, () => NOW);
				finish(answer);
				expect(await told).toBe(result);
				await round;
			}
		});

		test("whoever lost the lease changes nothing any more", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			let answer = (_: typeof refused) => {};
			mailer.outcomes = [new Promise((resolve) => (answer = resolve))];
			expect(await deliverNow(db, mailer, id, { timeoutMs: 10 }, () => NOW)).toBe("late");
			await attempted(db, mailer, id);
			expect(await deliverDue(db, mailer, () => NOW + 3 * MINUTE)).toMatchObject({ sent: 1 });
			answer(refused);
			await finishSending(mailer);
			expect(await row(db, id)).toMatchObject({ state: "sent", last_problem: null });
		});

		test("a server that has stood still since its claim sends nothing that another has claimed meanwhile", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const handler = emailHandler(db, mailer);
			const claim = async (owner: string, now: number) => {
				const [job] = await claimJobs(db, handler, { owner, most: 1 }, () => now);
				return job ?? expect.unreachable();
			};
			const log = { onError: () => expect.unreachable(), onGiveUp: () => expect.unreachable() };
			const { signal } = new AbortController();
			const perform = (job: Awaited<ReturnType<typeof claim>>, now: number) =>
				performJob(db, handler, job, { log, signal, clock: () => now });
			await post(db, mailer, email, NOW);
			const stale = await claim("frozen", NOW);
			const fresh = await claim("other", NOW + 3 * MINUTE);
			expect(await perform(stale, NOW + 3 * MINUTE)).toBe("lost");
			expect(mailer.emails).toEqual([]);
			// Nor does one whose lease would be over before the e-mail has gone.
			expect(await perform(fresh, NOW + 5 * MINUTE)).toBe("released");
			expect(mailer.emails).toEqual([]);
			// It is due since the moment, by the real clock, at which its job was made.
			expect(await deliverDue(db, mailer)).toMatchObject({ sent: 1 });
			expect(mailer.emails).toEqual([email]);
		});

		test("what fails for now is tried again, later each time", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			mailer.outcomes = [later, new Error("broken"), later, later, later, later, later, later];
			let now = NOW;
			const pauses = [];
			for (let i = 0; i < 8; i++) {
				expect(await deliverDue(db, mailer, () => now)).toMatchObject({ late: 1 });
				const due = await dueAt(db, id);
				pauses.push((due - now) / MINUTE);
				expect(await deliverDue(db, mailer, () => due - 1)).toMatchObject({ late: 0, sent: 0 });
				now = due;
			}
			expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
			expect(await row(db, id)).toMatchObject({ state: "waiting", last_problem: "ECONNECTION", tries: 8 });
			expect(await deliverDue(db, mailer, () => now)).toMatchObject({ sent: 1 });
		});

		test("a mail server that is down for an hour costs no e-mail and sends none twice", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			for (let i = 0; i < 3; i++) await post(db, mailer, { ...email, to: `p${i}@example.ru` }, NOW);
			mailer.outcomes = Array(3 * 6).fill(later);
			// The server looks each minute; the pauses of an e-mail grow to 32 minutes.
			for (let minute = 0; minute < 60; minute++)
				expect(await deliverDue(db, mailer, () => NOW + minute * MINUTE)).toMatchObject({
					sent: 0,
					failed: 0,
				});
			expect(mailer.outcomes).toEqual([]);
			let sent = 0;
			for (let minute = 60; minute < 180; minute++)
				sent += (await deliverDue(db, mailer, () => NOW + minute * MINUTE)).sent;
			expect(sent).toBe(3);
			expect(mailer.emails.map(({ to }) => to).toSorted()).toEqual([
				"p0@example.ru",
				"p1@example.ru",
				"p2@example.ru",
			]);
		});

		test("after a day it gives up, loudly", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			mailer.outcomes = [later];
			expect(await deliverDue(db, mailer, () => NOW + 24 * HOUR)).toMatchObject({ failed: 1 });
			expect(await row(db, id)).toMatchObject({ state: "failed", sealed: null });
			expect(mailer.logged).toHaveLength(1);
			expect(mailer.logged[0]).toContain("так и не отправлено");
			expect(mailer.logged[0]).not.toContain("anna");
		});

		test("a refusal is for good", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			mailer.outcomes = [refused];
			expect(await deliverNow(db, mailer, id, {}, () => NOW)).toBe("refused");
			expect(await row(db, id)).toMatchObject({
				state: "refused",
				sealed: null,
				last_problem: refused.problem,
			});
			expect(await deliverDue(db, mailer, () => NOW + HOUR)).toMatchObject({ sent: 0, refused: 0 });
		});

		test("an e-mail to nobody is written and never sent", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, { ...email, to: null }, NOW);
			expect(await deliverNow(db, mailer, id, {}, () => NOW)).toBe("late");
			expect(await deliverDue(db, mailer, () => NOW + HOUR)).toMatchObject({ sent: 0 });
			expect(mailer.emails).toEqual([]);
		});

		test("sending soon lets nobody wait, and the end of the process does", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const id = await post(db, mailer, email, NOW);
			deliverSoon(db, mailer, id, () => NOW);
			await finishSending(mailer);
			expect(mailer.emails).toHaveLength(1);
			expect(mailer.underWay.size).toBe(0);
		});

		test("what was written to an address is found and forgotten without reading what went to others", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			await post(db, mailer, email, NOW);
			await post(db, mailer, { ...email, to: "boris@example.ru" }, NOW);
			expect(await emailsTo(db, email.to)).toMatchObject([{ kind: "greeting", createdAt: NOW }]);
			const plans = [
				...(await plansOf(db, () => emailsTo(db, email.to), name)),
				...(await plansOf(db, () => forgetEmailsTo(db, email.to), name)),
			];
			expect(plans).toHaveLength(2);
			for (const plan of plans) expect(plan).toContain("letters_by_recipient");
			expect(await emailsTo(db, email.to)).toEqual([]);
			expect(await emailsTo(db, "boris@example.ru")).toHaveLength(1);
		});

		test("those that wait are found without reading the others", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			await post(db, mailer, email, NOW);
			const plans = [
				...(await plansOf(
					db,
					() => emailHandler(db, mailer).findJobless?.(db, 5) ?? Promise.resolve(),
					name,
				)),
				...(await plansOf(db, () => countEmails(db, NOW), name)),
			];
			expect(plans.join("\n")).toMatch(/letters_due/);
			expect(plans.join("\n")).not.toMatch(/SCAN letters\b(?! USING)|Seq Scan on letters/);
		});

		test("finished e-mails are forgotten after thirty days, waiting ones are not", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			const sent = await post(db, mailer, email, NOW);
			await deliverNow(db, mailer, sent, {}, () => NOW);
			const waiting = await post(db, mailer, email, NOW);
			await forgetOldEmails(db, NOW + 30 * 24 * HOUR);
			expect(await db.selectFrom("letters").select("id").execute()).toHaveLength(2);
			await forgetOldEmails(db, NOW + 30 * 24 * HOUR + 1);
			expect(await db.selectFrom("letters").select("id").execute()).toMatchObject([{ id: waiting }]);
		});
	});
});
