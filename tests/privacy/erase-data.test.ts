import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { recordEvent } from "../../app/accounts/audit/account-events.server.ts";
import { deleteAccount, ERASE_ACCOUNT } from "../../app/accounts/delete-account.server.ts";
import {
	askEmailChange,
	cancelEmailChange,
	confirmEmailChange,
} from "../../app/accounts/email-change/change-email.server.ts";
import { readOwnData } from "../../app/accounts/own-data.server.ts";
import { requestReset } from "../../app/accounts/password/recover.server.ts";
import { findSession } from "../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../app/accounts/sessions/sign-in.server.ts";
import { emailsTo } from "../../app/mail/outbox.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { enqueue } from "../../app/platform/jobs/enqueue.server.ts";
import type { PersonalData } from "../../app/platform/personal-data.ts";
import { eraseAccountHandler, eraseData } from "../../app/privacy/erase-data.server.ts";
import { PERSONAL_DATA } from "../../app/privacy/personal-data.server.ts";
import {
	ANNA,
	client,
	email,
	emailsOf,
	HOUR,
	MINUTE,
	NOW,
	PASSWORD,
	somebody,
	tokenOf,
	type World,
	world,
} from "../accounts/world.ts";
import { deliverDue } from "../mail/deliver-due.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { runDueJobs } from "../support/run-due-jobs.ts";
import { giveHistory, giveSteps, rowsOfChat, STEP_TRACES } from "./history.ts";

const NEW = email("novaya@example.ru");

/** An account with a row in every table of the accounts that can know it. */
async function knownEverywhere(at: World) {
	const anna = await somebody(at);
	const { db } = at;
	const own = { account_id: anna.id };
	const expires_at = NOW + HOUR;
	await db
		.insertInto("identities")
		.values({ ...own, provider: "yandex", subject: "1", login: "anna", linked_at: NOW })
		.execute();
	await db
		.insertInto("yandex_visits")
		.values({ ...own, token_hash: "t", purpose: "link", created_at: NOW, expires_at })
		.execute();
	await db
		.insertInto("owner_codes")
		.values({ ...own, code_hash: "c", misses: 0, expires_at })
		.execute();
	await db
		.insertInto("second_factors")
		.values({ ...own, sealed_seed: "s", last_step: 0, created_at: NOW })
		.execute();
	await db
		.insertInto("recovery_codes")
		.values({ ...own, code_hash: "r" })
		.execute();
	await db
		.insertInto("sign_in_steps")
		.values({ ...own, token_hash: "s", expires_at })
		.execute();
	await recordEvent(db, anna.id, "signed-in", client(), NOW);
	await requestReset(db, at.settings, ANNA, client(), NOW);
	const wanted = { email: NEW, currentPassword: PASSWORD };
	await askEmailChange(db, at.settings, { id: anna.id, email: ANNA }, wanted, client(), NOW);
	await db
		.updateTable("accounts")
		.set({
			name: "Анна",
			default_model: "мой-выбор",
			about: "О себе",
			answer_style: "Кратко",
			about_off_at: 1,
		})
		.where("id", "=", anna.id)
		.execute();
	await emailsOf(at);
	at.mailer.emails.length = 0;
	return anna;
}

/** Everything that the database holds, as one text. */
async function everything(db: Db): Promise<string> {
	const tables = await db.introspection.getTables();
	const rows = await Promise.all(
		tables
			.filter(({ name }) => !/kysely|deletions|throttles/.test(name))
			.map(({ name }) =>
				db
					.selectFrom(name as "accounts")
					.selectAll()
					.execute(),
			),
	);
	return JSON.stringify(rows);
}

const deletionOf = (db: Db, id: string) =>
	db.selectFrom("deletions").selectAll().where("account_id", "=", id).executeTakeFirstOrThrow();

describe("«Удалить аккаунт»", () => {
	eachDatabase((openTestDb) => {
		test("leaves nothing of the person but a row without one, a line in the log, and a last e-mail", async () => {
			const at = await world(openTestDb);
			const anna = await knownEverywhere(at);
			await giveHistory(at.db, anna.id, { conversations: 3, exchanges: 2, logged: true });
			await giveSteps(at.db, anna.id);
			const before = await everything(at.db);
			const preferences = ["мой-выбор", "О себе", "Кратко"];
			for (const trace of [ANNA, NEW, "Анна", "Browser 1", "192.0.1.0/24", ...preferences, ...STEP_TRACES])
				expect(before).toContain(trace);

			expect(await deleteAccount(at.db, at.settings, anna.id, "person", NOW)).toEqual({ outcome: "deleted" });
			expect(await findSession(at.db, anna.sessionToken, client(), NOW)).toBeNull();
			await eraseData(at.db, anna.id, NOW + 1);
			expect((await emailsOf(at)).map(({ to, kind }) => [to, kind])).toEqual([[ANNA, "account-deleted"]]);

			// For an hour the job looks for what a request that was under way has written after all; then it goes too.
			await runDueJobs(at.db, [eraseAccountHandler(at.db)], () => NOW + 1 + HOUR);
			const after = await everything(at.db);
			for (const trace of [
				ANNA,
				NEW,
				"Анна",
				"Browser",
				"192.0",
				"Вопрос",
				"кусок",
				...preferences,
				...STEP_TRACES,
			])
				expect(after).not.toContain(trace);
			expect(after.split(anna.id)).toHaveLength(2);
			expect(
				await at.db.selectFrom("accounts").selectAll().where("id", "=", anna.id).executeTakeFirst(),
			).toMatchObject({ state: "deleted", email: null, name: null, password_hash: null, deleted_at: NOW });
			const { erased, tried_at: _, ...line } = await deletionOf(at.db, anna.id);
			expect(line).toEqual({ account_id: anna.id, asked_by: "person", at: NOW, erased_at: NOW + 1 });
			expect(JSON.parse(erased ?? "")).toEqual({ conversations: 3 + 6 + 6 + 12, toolGrants: 1 });
		});

		test("keeps the last e-mail, with its address closed in it, until the mail server takes it", async () => {
			const at = await world(openTestDb);
			// The outbox has the database's clock: an e-mail of a year ago would be given up at its first failure.
			const now = Date.now();
			const { id } = await somebody(at, ANNA, now);
			const { send } = at.mailer.transport;
			at.mailer.transport.send = async () => ({ result: "later", problem: "busy" });
			await deleteAccount(at.db, at.settings, id, "person", now);
			await emailsOf(at);
			expect(await everything(at.db)).not.toContain(ANNA);
			at.mailer.transport.send = send;
			expect((await deliverDue(at.db, at.mailer, () => Date.now() + HOUR)).sent).toBe(1);
			expect(at.mailer.emails.map(({ to }) => to)).toEqual([ANNA]);
			const [email] = await at.db.selectFrom("letters").selectAll().execute();
			expect(email).toMatchObject({ kind: "account-deleted", recipient: "", sealed: null });
		});

		test("leaves the e-mails to somebody else, whose address the person has asked for", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = email("boris@example.ru");
			await somebody(at, boris);
			await requestReset(at.db, at.settings, boris, client(2), NOW);
			const wanted = { email: boris, currentPassword: PASSWORD };
			await askEmailChange(at.db, at.settings, { id: anna.id, email: ANNA }, wanted, client(), NOW);
			await emailsOf(at);
			const before = await emailsTo(at.db, boris);
			expect(before.map(({ kind }) => kind)).toEqual(
				expect.arrayContaining(["reset-password", "email-wanted"]),
			);
			await deleteAccount(at.db, at.settings, anna.id, "person", NOW);
			expect(await emailsTo(at.db, boris)).toEqual(before);
			expect(await emailsTo(at.db, ANNA)).toEqual([]);
		});

		test("finds what was sent to a former address, which nothing keeps; nor one that was only asked for", async () => {
			const at = await world(openTestDb);
			const anna = { ...(await somebody(at)), email: ANNA };
			const unused = email("drugaya@example.ru");
			await requestReset(at.db, at.settings, ANNA, client(), NOW);
			const ask = (wanted: typeof NEW) =>
				askEmailChange(at.db, at.settings, anna, { email: wanted, currentPassword: PASSWORD }, client(), NOW);
			await ask(unused);
			await cancelEmailChange(at.db, anna.id);
			await ask(NEW);
			const link = (await emailsOf(at)).find(({ to }) => to === NEW)?.link;
			expect(await confirmEmailChange(at.db, at.settings, tokenOf(link), client(), NOW)).toEqual({
				outcome: "changed",
			});
			expect((await emailsOf(at)).at(-1)).toMatchObject({ to: ANNA, kind: "email-changed" });
			const kept = await everything(at.db);
			expect(kept).toContain(NEW);
			for (const address of [ANNA, unused]) expect(kept).not.toContain(address);
			const { letters } = await readOwnData(at.db, anna.id, NOW);
			expect(letters.map(({ kind }) => kind)).toEqual(
				expect.arrayContaining(["confirm-email", "reset-password", "email-change-asked"]),
			);
			await deleteAccount(at.db, at.settings, anna.id, "person", NOW);
			await emailsOf(at);
			expect(await everything(at.db)).not.toContain(NEW);
		});

		test("touches nobody else, happens once, and the e-mail can register anew", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const boris = await somebody(at, email("boris@example.ru"));
			await giveHistory(at.db, anna.id, { conversations: 1 });
			await giveHistory(at.db, boris.id, { conversations: 2, logged: true });
			const both = await Promise.all([
				deleteAccount(at.db, at.settings, anna.id, "operator", NOW),
				deleteAccount(at.db, at.settings, anna.id, "person", NOW),
			]);
			expect(both.map(({ outcome }) => outcome).sort()).toEqual(["deleted", "not-found"]);
			await eraseData(at.db, anna.id, NOW);
			expect(await rowsOfChat(at.db, anna.id)).toBe(0);
			expect(await rowsOfChat(at.db, boris.id)).toBe(6);
			expect(await findSession(at.db, boris.sessionToken, client(), NOW)).not.toBeNull();
			expect(await deleteAccount(at.db, at.settings, randomUUID(), "operator", NOW)).toEqual({
				outcome: "not-found",
			});

			const old = { email: ANNA, password: PASSWORD };
			expect((await signIn(at.db, at.settings, old, client(), NOW)).outcome).toBe("wrong");
			const again = await somebody(at, ANNA, NOW + HOUR);
			expect(again.id).not.toBe(anna.id);
			expect((await signIn(at.db, at.settings, old, client(), NOW + HOUR)).outcome).toBe("signed-in");
		});

		test("goes on after a crash in the middle, piece by piece, and counts each row once", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await giveHistory(at.db, id, { conversations: 600, logged: true });
			await deleteAccount(at.db, at.settings, id, "person", NOW);
			let pieces = 0;
			const crashing: PersonalData[] = PERSONAL_DATA.map((data) => ({
				...data,
				eraseSome: async (db, accountId, now) => {
					if (++pieces === 3) throw new Error("killed");
					return data.eraseSome(db, accountId, now);
				},
			}));
			await expect(eraseData(at.db, id, NOW, crashing)).rejects.toThrow("killed");
			const left = await rowsOfChat(at.db, id);
			expect(left).toBeGreaterThan(0);
			expect(left).toBeLessThan(1_800);
			expect((await deletionOf(at.db, id)).erased_at).toBeNull();

			// Two servers' clocks at the same time.
			await Promise.all([
				runDueJobs(at.db, [eraseAccountHandler(at.db)], () => NOW + MINUTE),
				runDueJobs(at.db, [eraseAccountHandler(at.db)], () => NOW + MINUTE),
			]);
			expect(await rowsOfChat(at.db, id)).toBe(0);
			const { erased_at, erased } = await deletionOf(at.db, id);
			expect(erased_at).toBe(NOW + MINUTE);
			expect(JSON.parse(erased ?? "")).toEqual({ conversations: 600 * 5 });
		});

		test("a hundred that cannot be finished yet, or fail each time, keep nobody else waiting", async () => {
			const { db } = await world(openTestDb);
			const stuck = Array.from({ length: 120 }, (_, i) => `a${String(i).padStart(3, "0")}`);
			const ids = [...stuck, "b", "c"];
			await db
				.insertInto("deletions")
				.values(ids.map((account_id) => ({ account_id, asked_by: "person" as const, at: NOW })))
				.execute();
			await enqueue(
				db,
				ids.map((key) => ({ kind: ERASE_ACCOUNT, key, dueAt: NOW })),
			);
			const waiting: PersonalData[] = [
				{
					part: "payments",
					read: async function* () {},
					eraseSome: async (_, id) => {
						if (id.endsWith("7")) throw new Error(`${id} fails each time`);
						return 0;
					},
					waits: async (_, id) => stuck.includes(id),
				},
			];
			const round = (at: number) =>
				runDueJobs(db, [eraseAccountHandler(db, waiting)], () => at).catch(
					({ errors }: AggregateError) => errors.length,
				);
			expect(await round(NOW + MINUTE)).toBe(12);
			expect(await round(NOW + 2 * MINUTE)).toBe(12);
			const finished = await db
				.selectFrom("deletions")
				.select("account_id")
				.where("erased_at", "is not", null)
				.orderBy("account_id")
				.execute();
			expect(finished.map(({ account_id }) => account_id)).toEqual(["b", "c"]);
		});

		test("finds what a request that was under way has written after all", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await deleteAccount(at.db, at.settings, id, "person", NOW);
			await eraseData(at.db, id, NOW);
			await giveHistory(at.db, id, { conversations: 1 });
			await recordEvent(at.db, id, "signed-in", client(), NOW);
			await runDueJobs(at.db, [eraseAccountHandler(at.db)], () => NOW + MINUTE);
			expect(await rowsOfChat(at.db, id)).toBe(0);
			expect(await at.db.selectFrom("account_events").selectAll().execute()).toEqual([]);
		});
	});
});
