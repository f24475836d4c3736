import { randomUUID } from "node:crypto";
import type { RootOperationNode } from "kysely";
import { describe, expect, test } from "vitest";
import { agreeToNews, withdrawNews } from "../../../app/accounts/consents.server.ts";
import { deleteAccount } from "../../../app/accounts/delete-account.server.ts";
import { readDraft } from "../../../app/accounts/newsletters/draft.server.ts";
import {
	removeNewsletter,
	saveNewsletter,
	startNewsletter,
	stopNewsletter,
} from "../../../app/accounts/newsletters/newsletter-acts.server.ts";
import { findNewsletter, listNewsletters } from "../../../app/accounts/newsletters/newsletters.server.ts";
import { countRecipients, isStillWanted } from "../../../app/accounts/newsletters/recipients.server.ts";
import { newsletterHandler } from "../../../app/accounts/newsletters/send-newsletter.server.ts";
import { tryNewsletter } from "../../../app/accounts/newsletters/try-newsletter.server.ts";
import { readUnsubscribeToken } from "../../../app/accounts/newsletters/unsubscribe-link.server.ts";
import { readOwnData } from "../../../app/accounts/own-data.server.ts";
import { accountSettings, newsletterSettings } from "../../../app/accounts/services.server.ts";
import type { Actor } from "../../../app/accounts/staff/journal.server.ts";
import { emailHandler } from "../../../app/mail/email-handler.server.ts";
import { seal, unseal } from "../../../app/mail/seal.server.ts";
import type { Attempt } from "../../../app/mail/transport.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { enqueue } from "../../../app/platform/jobs/enqueue.server.ts";
import { storedSettings } from "../../../app/platform/stored-settings/service.server.ts";
import { StoredSettings } from "../../../app/platform/stored-settings/stored-settings.server.ts";
import { writeSection } from "../../../app/platform/stored-settings/write-section.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { failingDatabase } from "../../support/database/failing-database.ts";
import { runDueJobs } from "../../support/run-due-jobs.ts";
import { journalOf, member } from "../staff/team.ts";
import { client, email, MINUTE, somebody, tokenOf, type World, world } from "../world.ts";

const LETTER = {
	subject: "Новые модели",
	body: "Здравствуйте.\n\nПоявились модели.",
	button: "Посмотреть",
	link: "https://chat.example.ru/models",
	isAd: true,
};
const SENDER = "ООО «Пример», ИНН 7700000000";

const settingsOf = (at: World, perMinute = 30, sender: string | null = SENDER) => ({
	account: at.settings,
	sender,
	perMinute,
});

/** Accounts that agree to news, and one that does not. */
async function audience(at: World, count: number): Promise<string[]> {
	const ids: string[] = [];
	for (let i = 0; i < count; i++) {
		const { id } = await somebody(at, email(`reader${i}@example.ru`));
		await agreeToNews(at.db, id, "2026-11-03", client());
		ids.push(id);
	}
	await somebody(at, email("silent@example.ru"));
	return ids;
}

async function draftOf(at: World, actor: Actor, fields: Partial<typeof LETTER> = {}): Promise<string> {
	const draft = readDraft({ ...LETTER, ...fields });
	if ("problems" in draft) throw new Error(JSON.stringify(draft.problems));
	const id = randomUUID();
	expect(await saveNewsletter(at.db, actor, { id, revision: 0, draft })).toMatchObject({ outcome: "done" });
	return id;
}

const start = (at: World, actor: Actor, id: string, sender: string | null = SENDER) =>
	startNewsletter(at.db, { sender }, actor, { id, revision: 1 });

/** Does what is due for some minutes, as three servers do by turns. */
async function letTimePass(at: World, perMinute: number, minutes: number) {
	let now = Date.now();
	const handlers = () => [
		newsletterHandler(at.db, settingsOf(at, perMinute)),
		emailHandler(at.db, at.mailer, isStillWanted),
	];
	for (const end = now + minutes * MINUTE; now < end; now += 10_000) {
		const clock = () => now;
		await Promise.all([0, 1, 2].map(() => runDueJobs(at.db, handlers(), clock)));
	}
}

const newsOf = (at: World) => at.mailer.emails.filter(({ kind }) => kind === "newsletter");
const recipientsOf = (at: World) =>
	newsOf(at)
		.map(({ to }) => to)
		.toSorted();

describe("newsletters", () => {
	eachDatabase((openTestDb) => {
		test("go once to each who has agreed, slowly, from several servers; a mark, the sender and the way out are in them", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const [first = ""] = await audience(at, 7);
			expect(await countRecipients(at.db, Date.now())).toBe(7);
			const id = await draftOf(at, owner);
			expect(await start(at, owner, id, null)).toEqual({ outcome: "no-sender" });
			expect(await start(at, owner, id)).toMatchObject({ outcome: "done" });
			expect((await start(at, owner, id)).outcome).toBe("unchanged");
			await letTimePass(at, 12, 0.3);
			// Two of a portion at the beginning and after ten seconds each, not all at once.
			expect(newsOf(at).length).toBeLessThan(7);
			expect(newsOf(at).length).toBeGreaterThan(0);
			await letTimePass(at, 12, 3);
			expect(recipientsOf(at)).toEqual(Array.from({ length: 7 }, (_, i) => `reader${i}@example.ru`));
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sent", queued: 7, sent: 7, failed: 0 });

			const letter = newsOf(at)[0];
			expect(letter?.text).toMatch(/^Реклама\. ООО «Пример», ИНН 7700000000\n/);
			expect(letter?.html).toContain("Реклама. ООО «Пример»");
			const link = letter?.bulk?.unsubscribe ?? "";
			expect(letter?.text).toContain(link);
			expect(letter?.html).toContain(link.replaceAll("&", "&amp;"));
			const ids = newsOf(at).map(({ bulk }) => readUnsubscribeToken(at.settings, tokenOf(bulk?.unsubscribe)));
			expect(ids).toContain(first);
			expect(new Set(ids).size).toBe(7);
			expect(readUnsubscribeToken(at.settings, `${first}.${"A".repeat(43)}`)).toBeNull();
			expect(readUnsubscribeToken({ secret: "another" }, tokenOf(link))).toBeNull();

			expect((await journalOf(at)).map(({ act }) => act)).toEqual(["newsletter-saved", "newsletter-started"]);
			expect((await readOwnData(at.db, first)).newsletters).toMatchObject([
				{ subject: "Новые модели", state: "sent" },
			]);
			await deleteAccount(at.db, at.settings, first, "person");
			const rows = await at.db.selectFrom("newsletter_emails").select("account_id").execute();
			expect(rows.map(({ account_id }) => account_id)).not.toContain(first);
			expect((await listNewsletters(at.db)).newsletters.map((row) => row.id)).toEqual([id]);
		});

		test("are not sent to who has unsubscribed, was blocked, or agreed later; what waits is taken back", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const [one = "", two = "", three = ""] = await audience(at, 4);
			await at.db.updateTable("accounts").set({ state: "blocked" }).where("id", "=", two).execute();
			await withdrawNews(at.db, three, client());
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			// Written, and nobody has sent it yet.
			await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at, 600))]);
			expect(await findNewsletter(at.db, id)).toMatchObject({ queued: 2, sent: 0 });
			await withdrawNews(at.db, one, client());
			await letTimePass(at, 600, 1);
			expect(recipientsOf(at)).toEqual(["reader3@example.ru"]);
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sent", sent: 1, withdrawn: 1 });
		});

		test("stop at once and go on from where they were; nobody gets one twice", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			await audience(at, 6);
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			await letTimePass(at, 12, 0.2);
			const before = newsOf(at).length;
			expect(before).toBeGreaterThan(0);
			// Some are written and wait.
			await at.db.updateTable("jobs").set({ due_at: 0 }).where("kind", "=", "newsletter").execute();
			await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at, 12))]);
			expect(await stopNewsletter(at.db, owner, id)).toMatchObject({ outcome: "done" });
			expect((await stopNewsletter(at.db, owner, id)).outcome).toBe("unchanged");
			await letTimePass(at, 12, 2);
			expect(newsOf(at)).toHaveLength(before);
			expect(await findNewsletter(at.db, id)).toMatchObject({
				state: "stopped",
				queued: before,
				sent: before,
			});
			expect(await start(at, owner, id)).toMatchObject({ outcome: "done" });
			await letTimePass(at, 12, 3);
			expect(recipientsOf(at)).toEqual(Array.from({ length: 6 }, (_, i) => `reader${i}@example.ru`));
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sent", queued: 6, sent: 6 });
		});

		test("an e-mail whose server died while it was sent is not sent again, and what the mail server puts off is", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			await audience(at, 2);
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at))]);
			const [died, late] = await at.db.selectFrom("newsletter_emails").select("email_id").execute();
			// As `claimJobs` leaves it, and `freeJobsOfDead` finds it.
			await at.db
				.updateTable("jobs")
				.set({ state: "running", tries: 1, lease_owner: "dead#1", lease_until: 0, due_at: 0 })
				.where("key", "=", died?.email_id ?? "")
				.execute();
			at.mailer.outcomes.push({ result: "later", problem: "ECONNECTION" });
			await letTimePass(at, 30, 4);
			expect(newsOf(at)).toHaveLength(1);
			const letters = await at.db
				.selectFrom("letters")
				.select(["id", "state"])
				.where("kind", "=", "newsletter")
				.execute();
			expect(letters.find((row) => row.id === died?.email_id)?.state).toBe("failed");
			expect(letters.find((row) => row.id === late?.email_id)?.state).toBe("sent");
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sent", sent: 1, failed: 1 });
		});

		test("an e-mail whose attempt the database broke off before it was sent is sent by the next one", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			await audience(at, 1);
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at))]);
			const isRead = (node: RootOperationNode) =>
				node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes("letters");
			const away = failingDatabase(at.db, isRead);
			await expect(runDueJobs(away, [emailHandler(away, at.mailer, isStillWanted)])).rejects.toThrow();
			expect(newsOf(at)).toEqual([]);
			await letTimePass(at, 30, 4);
			expect(recipientsOf(at)).toEqual(["reader0@example.ru"]);
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sent", sent: 1, failed: 0 });
		});

		test("an attempt that fails is the last one, once the newsletter was stopped or its recipient has unsubscribed", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const [one = ""] = await audience(at, 2);
			const id = await draftOf(at, owner);
			/** Both e-mails are in the hands of the mail server, which puts them off after `meanwhile`. */
			const whileSending = async (meanwhile: () => Promise<unknown>) => {
				await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at, 600))]);
				let putOff = (_: Attempt) => {};
				const answer = new Promise<Attempt>((resolve) => (putOff = resolve));
				at.mailer.outcomes.push(answer, answer);
				const sending = runDueJobs(at.db, [emailHandler(at.db, at.mailer, isStillWanted)]);
				await expect.poll(() => at.mailer.outcomes).toEqual([]);
				await meanwhile();
				putOff({ result: "later", problem: "ECONNECTION" });
				await sending;
			};
			await start(at, owner, id);
			await whileSending(() => stopNewsletter(at.db, owner, id));
			await letTimePass(at, 600, 3);
			expect(newsOf(at)).toEqual([]);
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "stopped", queued: 0, withdrawn: 0 });

			await start(at, owner, id);
			await whileSending(() => withdrawNews(at.db, one, client()));
			await letTimePass(at, 600, 3);
			expect(recipientsOf(at)).toEqual(["reader1@example.ru"]);
			expect(await findNewsletter(at.db, id)).toMatchObject({
				state: "sent",
				queued: 2,
				sent: 1,
				withdrawn: 1,
			});
		});

		test("an e-mail that was written beside a withdrawal, a block or a change of address is not sent", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const [withdrawn = "", blocked = "", moved = ""] = await audience(at, 4);
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at, 600))]);
			// As a transaction leaves it that could not see the e-mail yet.
			await at.db
				.insertInto("consents")
				.values({
					...{ id: randomUUID(), account_id: withdrawn, kind: "news", act: "withdrawn" },
					...{ document_version: "2026-11-03", at: Date.now() + 1, ip_network: "", user_agent: "" },
				})
				.execute();
			const change = (accountId: string) => at.db.updateTable("accounts").where("id", "=", accountId);
			await change(blocked).set({ state: "blocked" }).execute();
			await change(moved).set({ email: "moved@example.ru" }).execute();
			await letTimePass(at, 600, 1);
			expect(recipientsOf(at)).toEqual(["reader3@example.ru"]);
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sent", sent: 1, withdrawn: 3 });
		});

		test("an e-mail that the previous release has written is asked about too: it does not name its newsletter", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			const [withdrawn = ""] = await audience(at, 2);
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at, 600))]);
			const rows = await at.db.selectFrom("letters").selectAll().where("kind", "=", "newsletter").execute();
			expect(rows).toHaveLength(2);
			for (const row of rows) {
				const { bulk, ...content } = JSON.parse(unseal(row.sealed ?? "", row.id, at.mailer.sealKey));
				const older = JSON.stringify({ ...content, bulk: { unsubscribe: bulk.unsubscribe } });
				const sealed = seal(older, row.id, at.mailer.sealKey);
				await at.db.updateTable("letters").set({ sealed }).where("id", "=", row.id).execute();
			}
			await at.db
				.insertInto("consents")
				.values({
					...{ id: randomUUID(), account_id: withdrawn, kind: "news", act: "withdrawn" },
					...{ document_version: "2026-11-03", at: Date.now() + 1, ip_network: "", user_agent: "" },
				})
				.execute();
			await letTimePass(at, 600, 1);
			expect(recipientsOf(at)).toEqual(["reader1@example.ru"]);
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sent", sent: 1, withdrawn: 1 });
		});

		test("an advertisement bears the details in force, saved after the start of the server too, and waits without them", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			await audience(at, 1);
			const stored = new StoredSettings(at.db, () => {});
			storedSettings.provide(stored);
			accountSettings.provide(at.settings);
			// As the server makes them at its start.
			const handlers = [newsletterHandler(at.db, newsletterSettings()), emailHandler(at.db, at.mailer)];
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			await runDueJobs(at.db, handlers);
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sending", queued: 0 });
			const details = {
				kind: "sole-trader",
				fullName: "ИП Иванова",
				inn: "770000000000",
				ogrn: "300000000000000",
			};
			const section = { value: JSON.stringify(details), revision: 0, changedBy: null };
			await transact(at.db, (trx) => writeSection(trx, "operator", section, Date.now()));
			await stored.refresh();
			await runDueJobs(at.db, handlers, () => Date.now() + MINUTE);
			expect(newsOf(at).map(({ text }) => text.split("\n")[0])).toEqual([
				"Реклама. ИП Иванова, ОГРНИП 300000000000000, ИНН 770000000000",
			]);
			storedSettings.withdraw();
			accountSettings.withdraw();
		});

		test("where the mail server is down, a minute's e-mails wait and no more", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "owner");
			await audience(at, 9);
			const id = await draftOf(at, owner);
			await start(at, owner, id);
			at.mailer.outcomes.push(...Array(200).fill({ result: "later", problem: "ECONNECTION" }));
			await letTimePass(at, 4, 3);
			expect(await findNewsletter(at.db, id)).toMatchObject({ state: "sending", queued: 4, sent: 0 });
		});

		test("a draft is changed by who has seen the last revision, tried, removed, and by no other role", async () => {
			const at = await world(openTestDb);
			const owner = await member(at, "administrator");
			const support = await member(at, "support");
			const draft = readDraft({ ...LETTER, isAd: false });
			if ("problems" in draft) throw new Error("problems");
			const id = randomUUID();
			expect((await saveNewsletter(at.db, support, { id, revision: 0, draft })).outcome).toBe("forbidden");
			await draftOf(at, owner);
			expect((await saveNewsletter(at.db, owner, { id, revision: 0, draft })).outcome).toBe("done");
			expect((await saveNewsletter(at.db, owner, { id, revision: 0, draft })).outcome).toBe("unchanged");
			expect((await saveNewsletter(at.db, owner, { id, revision: 1, draft })).outcome).toBe("done");
			expect((await saveNewsletter(at.db, owner, { id, revision: 1, draft })).outcome).toBe("unchanged");
			expect((await start(at, owner, id)).outcome).toBe("unchanged");
			const newsletter = await findNewsletter(at.db, id);
			if (!newsletter) throw new Error("gone");
			const to = { accountId: owner.accountId, email: "administrator@example.ru" };
			const tried = await tryNewsletter(at.db, settingsOf(at, 30, null), owner, { newsletter, to });
			expect(tried).toEqual({ outcome: "sent" });
			expect(newsOf(at).map((letter) => [letter.to, letter.text.startsWith("Реклама")])).toEqual([
				["administrator@example.ru", false],
			]);
			expect((await removeNewsletter(at.db, support, id)).outcome).toBe("forbidden");
			expect((await removeNewsletter(at.db, owner, id)).outcome).toBe("done");
			expect((await removeNewsletter(at.db, owner, id)).outcome).toBe("unchanged");
			expect((await journalOf(at)).map(({ act }) => act)).toEqual([
				...[
					"newsletter-saved",
					"newsletter-saved",
					"newsletter-saved",
					"newsletter-tried",
					"newsletter-removed",
				],
			]);
		});

		test("a job without its newsletter ends", async () => {
			const at = await world(openTestDb);
			await enqueue(at.db, [{ kind: "newsletter", key: "nothing" }]);
			const [job] = await runDueJobs(at.db, [newsletterHandler(at.db, settingsOf(at))]);
			expect(job?.outcome).toBe("done");
		});
	});

	test("a draft has a subject and a text; a button and a secure address come together", () => {
		const problemsOf = (fields: Partial<typeof LETTER>) => {
			const read = readDraft({ ...LETTER, ...fields });
			return "problems" in read ? Object.keys(read.problems) : [];
		};
		expect(problemsOf({})).toEqual([]);
		expect(problemsOf({ button: "", link: "" })).toEqual([]);
		expect(problemsOf({ subject: " ", body: "" })).toEqual(["subject", "body"]);
		expect(problemsOf({ subject: "ы".repeat(151) })).toEqual(["subject"]);
		expect(problemsOf({ link: "javascript:alert(1)" })).toEqual(["link"]);
		expect(problemsOf({ link: "" })).toEqual(["link"]);
		expect(problemsOf({ button: "" })).toEqual(["button"]);
	});
});
