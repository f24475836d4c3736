import { describe, expect, test } from "vitest";
import type { AddressedEmail } from "../../app/mail/email.ts";
import {
	deliverDue,
	deliverNow,
	deliverSoon,
	emailsTo,
	finishSending,
	forgetEmailsTo,
	forgetOldEmails,
	post,
} from "../../app/mail/mailer.server.ts";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { failingDatabase } from "../support/database/failing-database.ts";
import { plansOf } from "../support/database/query-plans.ts";
import { memoryMailer } from "../support/fakes/mailer.ts";

const NOW = 1_763_700_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const letter = {
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

describe("the outbox", () => {
	eachDatabase((openTestDb, name) => {
		test("no fact, no letter: a transaction that fails takes its letter back", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const acting = db.transaction().execute(async (trx) => {
				await post(trx, office, letter, NOW);
				throw new Error("no");
			});
			await expect(acting).rejects.toThrow("no");
			expect(await deliverDue(db, office, () => NOW)).toEqual({ sent: 0, late: 0, refused: 0, failed: 0 });
			expect(office.letters).toEqual([]);
		});

		test("a letter is sent once, whole, and what it said is dropped", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, letter, NOW);
			expect(await deliverNow(db, office, id, {}, () => NOW)).toBe("sent");
			expect(office.letters).toEqual([letter]);
			expect(await deliverDue(db, office, () => NOW + HOUR)).toMatchObject({ sent: 0 });
			expect(await row(db, id)).toMatchObject({ state: "sent", sealed: null, tries: 1, finished_at: NOW });
		});

		test("a waiting letter cannot be read in the database, and only under its own id with our secret", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const [a, b] = [await post(db, office, letter, NOW), await post(db, office, letter, NOW)];
			const { sealed } = await row(db, a);
			expect(Buffer.from(sealed ?? "", "base64").toString("latin1")).not.toContain("readable");
			await db.updateTable("letters").set({ sealed }).where("id", "=", b).execute();
			expect(await deliverDue(db, office, () => NOW)).toEqual({ sent: 1, late: 0, refused: 0, failed: 1 });
			expect(office.said.join()).toContain("SESSION_SECRET");
		});

		test("two servers looking at the same time send each letter once", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const other = await openDatabase(urlOf(db));
			for (let i = 0; i < 20; i++) await post(db, office, { ...letter, to: `a${i}@example.ru` }, NOW);
			const [one, two] = await Promise.all([
				deliverDue(db, office, () => NOW),
				deliverDue(other, office, () => NOW),
			]);
			await other.destroy();
			expect(one.sent + two.sent).toBe(20);
			expect(new Set(office.letters.map(({ to }) => to)).size).toBe(20);
			expect(office.letters).toHaveLength(20);
		});

		test("a server whose round is slow gives each letter a whole lease, and no other sends it again", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const other = await openDatabase(urlOf(db));
			let now = NOW;
			for (let i = 0; i < 8; i++) await post(db, office, { ...letter, to: `a${i}@example.ru` }, NOW);
			// Four go at a time: the first four take two minutes, the others a minute and a half.
			const waiting: (() => void)[] = [];
			const slow = {
				...office,
				transport: {
					...office.transport,
					send: async (id: string, sent: AddressedEmail) => {
						await new Promise<void>((resolve) => {
							waiting.push(resolve);
							if (waiting.length === 4) void passTime();
						});
						return office.transport.send(id, sent);
					},
				},
			};
			const passTime = async () => {
				const first = now === NOW;
				now += first ? 2 * MINUTE : 1.5 * MINUTE;
				if (!first) await deliverDue(other, office, () => now);
				for (const go of waiting.splice(0)) go();
			};
			expect(await deliverDue(db, slow, () => now)).toMatchObject({ sent: 8 });
			await other.destroy();
			expect(office.letters.map(({ to }) => to).sort()).toEqual(
				Array.from({ length: 8 }, (_, i) => `a${i}@example.ru`),
			);
		});

		test("a letter that the database breaks off at holds up no other", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			for (let i = 0; i < 9; i++) await post(db, office, { ...letter, to: `a${i}@example.ru` }, NOW);
			let claims = 0;
			const breaking = failingDatabase(db, ({ kind }) => kind === "UpdateQueryNode" && ++claims <= 5);
			expect(await deliverDue(breaking, office, () => NOW)).toMatchObject({ sent: 4, late: 5 });
			expect(office.said).toHaveLength(5);
			expect(await deliverDue(db, office, () => NOW)).toMatchObject({ sent: 5 });
		});

		test("a letter whose server died in the middle is taken up when the lease is over", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, letter, NOW);
			office.answers = [new Promise(() => {})];
			expect(await deliverNow(db, office, id, { timeoutMs: 10 }, () => NOW)).toBe("late");
			expect(await deliverDue(db, office, () => NOW + MINUTE)).toMatchObject({ sent: 0 });
			expect(await deliverDue(db, office, () => NOW + 3 * MINUTE)).toMatchObject({ sent: 1 });
		});

		test("whoever lost the lease changes nothing any more", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, letter, NOW);
			let answer = (_: typeof refused) => {};
			office.answers = [new Promise((resolve) => (answer = resolve))];
			expect(await deliverNow(db, office, id, { timeoutMs: 10 }, () => NOW)).toBe("late");
			expect(await deliverDue(db, office, () => NOW + 3 * MINUTE)).toMatchObject({ sent: 1 });
			answer(refused);
			await finishSending(office);
			expect(await row(db, id)).toMatchObject({ state: "sent", last_problem: null });
		});

		test("what fails for now is tried again, later each time", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, letter, NOW);
			office.answers = [later, new Error("broken"), later, later, later, later, later, later];
			let now = NOW;
			const pauses = [];
			for (let i = 0; i < 8; i++) {
				expect(await deliverDue(db, office, () => now)).toMatchObject({ late: 1 });
				const { due_at } = await row(db, id);
				pauses.push((due_at - now) / MINUTE);
				expect(await deliverDue(db, office, () => due_at - 1)).toMatchObject({ late: 0, sent: 0 });
				now = due_at;
			}
			expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
			expect(await row(db, id)).toMatchObject({ state: "waiting", last_problem: "ECONNECTION", tries: 8 });
			expect(await deliverDue(db, office, () => now)).toMatchObject({ sent: 1 });
		});

		test("after a day it gives up, loudly", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, letter, NOW);
			office.answers = [later];
			expect(await deliverDue(db, office, () => NOW + 24 * HOUR)).toMatchObject({ failed: 1 });
			expect(await row(db, id)).toMatchObject({ state: "failed", sealed: null });
			expect(office.said).toHaveLength(1);
			expect(office.said[0]).toContain("так и не отправлено");
			expect(office.said[0]).not.toContain("anna");
		});

		test("a refusal is for good", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, letter, NOW);
			office.answers = [refused];
			expect(await deliverNow(db, office, id, {}, () => NOW)).toBe("refused");
			expect(await row(db, id)).toMatchObject({
				state: "refused",
				sealed: null,
				last_problem: refused.problem,
			});
			expect(await deliverDue(db, office, () => NOW + HOUR)).toMatchObject({ sent: 0, refused: 0 });
		});

		test("a letter to nobody is written and never sent", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, { ...letter, to: null }, NOW);
			expect(await deliverNow(db, office, id, {}, () => NOW)).toBe("late");
			expect(await deliverDue(db, office, () => NOW + HOUR)).toMatchObject({ sent: 0 });
			expect(office.letters).toEqual([]);
		});

		test("sending soon lets nobody wait, and the end of the process does", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const id = await post(db, office, letter, NOW);
			deliverSoon(db, office, id, () => NOW);
			await finishSending(office);
			expect(office.letters).toHaveLength(1);
			expect(office.underWay.size).toBe(0);
		});

		test("what was written to an address is found and forgotten without reading what went to others", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			await post(db, office, letter, NOW);
			await post(db, office, { ...letter, to: "boris@example.ru" }, NOW);
			expect(await emailsTo(db, letter.to)).toMatchObject([{ kind: "greeting", createdAt: NOW }]);
			const plans = [
				...(await plansOf(db, () => emailsTo(db, letter.to), name)),
				...(await plansOf(db, () => forgetEmailsTo(db, letter.to), name)),
			];
			expect(plans).toHaveLength(2);
			for (const plan of plans) expect(plan).toContain("letters_by_recipient");
			expect(await emailsTo(db, letter.to)).toEqual([]);
			expect(await emailsTo(db, "boris@example.ru")).toHaveLength(1);
		});

		test("finished letters are forgotten after thirty days, waiting ones are not", async () => {
			const [db, office] = [await openTestDb(), memoryMailer()];
			const sent = await post(db, office, letter, NOW);
			await deliverNow(db, office, sent, {}, () => NOW);
			const waiting = await post(db, office, letter, NOW);
			await forgetOldEmails(db, NOW + 30 * 24 * HOUR);
			expect(await db.selectFrom("letters").select("id").execute()).toHaveLength(2);
			await forgetOldEmails(db, NOW + 30 * 24 * HOUR + 1);
			expect(await db.selectFrom("letters").select("id").execute()).toMatchObject([{ id: waiting }]);
		});
	});
});
