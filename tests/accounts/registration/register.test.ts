import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmByLink } from "../../../app/accounts/registration/confirm-email.server.ts";
import { findPending, findPendingByBinding } from "../../../app/accounts/registration/find-pending.server.ts";
import { register } from "../../../app/accounts/registration/register.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { smtpTransport } from "../../../app/mail/transports/smtp.server.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import { startSmtpServer } from "../../support/fakes/mailer.ts";
import {
	ANNA,
	accepted,
	begin,
	client,
	DAY,
	email,
	emailsOf,
	HOUR,
	MINUTE,
	NOW,
	PASSWORD,
	somebody,
	world,
} from "../world.ts";

const form = { email: ANNA, password: PASSWORD, accepted };

describe("registering", () => {
	eachDatabase((openTestDb, database) => {
		test("there is no account yet, but an e-mail with a link and six digits, in text and HTML", async () => {
			const at = await world(openTestDb);
			const begun = await begin(at);
			expect(begun.delivery).toBe("sent");
			expect(await at.db.selectFrom("accounts").selectAll().execute()).toEqual([]);
			const [message] = await emailsOf(at);
			expect(message).toMatchObject({ to: "anna@example.ru", link: begun.trialLink });
			expect(message?.subject).toBe("Подтвердите почту в\u00a0сервисе «Собеседник»");
			for (const body of [message?.text, message?.html]) {
				expect(body).toContain(`https://chat.example.ru/verify-mail?token=${begun.token}`);
				expect(body).toContain("Здравствуйте!");
			}
			expect(message?.text).toContain(`\nКод: ${begun.code}\n`);
			expect(message?.html).toMatch(new RegExp(`>Код</p>\\s*<p style="[^"]*">${begun.code}</p>`));
			expect(message?.html).toContain('<html lang="ru">');
			expect(begun.code).toMatch(/^\d{6}$/);
			expect(begun.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
		});

		test("in production neither link nor digits come back", async () => {
			const at = await world(openTestDb, { trial: false });
			const begun = await register(at.db, at.settings, form, client(), NOW);
			expect(Object.keys(begun).sort()).toEqual(["bindingToken", "delivery", "outcome"]);
		});

		test("nothing that opens anything is stored readable", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken, code } = await begin(at);
			const rows = [];
			for (const table of ["pending_registrations", "one_time_tokens", "letters", "throttles"] as const) {
				rows.push(await at.db.selectFrom(table).selectAll().execute());
			}
			const all = JSON.stringify(rows);
			for (const secret of [token, bindingToken, PASSWORD, `"${code}"`]) expect(all).not.toContain(secret);
			if (database === "PostgreSQL") return;
			// Not in the file and not in its log, where deleted rows live on.
			const folder = dirname(urlOf(at.db).replace("sqlite:", ""));
			const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
			expect(files.length).toBeGreaterThan(1);
			for (const secret of [token, bindingToken]) expect(files.join("")).not.toContain(secret);
		});

		test("the same e-mail again replaces what was there: password, browser, link and digits", async () => {
			const at = await world(openTestDb);
			const first = await begin(at);
			const second = await begin(at, ANNA, NOW + 1, client(2));
			expect(await findPending(at.db, first.token, first.bindingToken, NOW + 2)).toBeNull();
			expect(await findPendingByBinding(at.db, first.bindingToken, NOW + 2)).toBeNull();
			expect(await findPending(at.db, second.token, second.bindingToken, NOW + 2)).toEqual({
				email: ANNA,
				sameBrowser: true,
			});
			expect(await at.db.selectFrom("pending_registrations").selectAll().execute()).toHaveLength(1);
			expect(await at.db.selectFrom("one_time_tokens").selectAll().execute()).toHaveLength(1);
		});

		test("one address twice at the same time: one of the two links lives", async () => {
			const at = await world(openTestDb);
			const both = await Promise.all([begin(at, ANNA, NOW, client(1)), begin(at, ANNA, NOW, client(2))]);
			const alive = await Promise.all(
				both.map(({ token, bindingToken }) => findPending(at.db, token, bindingToken, NOW)),
			);
			expect(alive.filter(Boolean)).toEqual([{ email: ANNA, sameBrowser: true }]);
			const confirmed = await Promise.all(
				both.map(({ token, bindingToken }) =>
					confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW),
				),
			);
			expect(confirmed.map(({ outcome }) => outcome).sort()).toEqual(["confirmed", "dead-link"]);
		});

		test("a known e-mail is told so, without an e-mail", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			expect(await register(at.db, at.settings, form, client(), NOW)).toEqual({ outcome: "already-exists" });
			expect(await emailsOf(at)).toEqual([]);
		});

		test("past five an hour from one network a known e-mail looks like a new one, and its owner is told", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const now = NOW + HOUR;
			const ask = (ip: string) => register(at.db, at.settings, form, { ip, userAgent: "" }, now);
			for (let i = 0; i < 5; i++) expect(await ask(`198.51.100.${i}`)).toEqual({ outcome: "already-exists" });
			expect(await ask("198.51.100.99")).toMatchObject({ outcome: "registered" });
			expect((await emailsOf(at)).map(({ kind }) => kind)).toEqual(["address-taken"]);
			expect(await ask("203.0.113.1")).toEqual({ outcome: "already-exists" });
			const stranger = await register(
				at.db,
				at.settings,
				{ ...form, email: email("new@example.ru") },
				client(),
				now,
			);
			expect(Object.keys(stranger)).toContain("bindingToken");
		});

		test("where existing accounts are hidden a known e-mail answers like a new one; the e-mails differ", async () => {
			const at = await world(openTestDb, { hideExistingAccounts: true, trial: false });
			const made = await world(async () => at.db, { secret: at.settings.secret });
			await somebody(made);
			const known = await register(at.db, at.settings, form, client(), NOW + HOUR);
			const fresh = await register(
				at.db,
				at.settings,
				{ ...form, email: email("new@example.ru") },
				client(),
				NOW + HOUR,
			);
			expect(Object.keys(known).sort()).toEqual(Object.keys(fresh).sort());
			expect(known).toMatchObject({ outcome: "registered", delivery: "sent" });
			expect((await emailsOf(at)).map(({ kind }) => kind)).toEqual(["address-taken", "confirm-email"]);
			expect(
				await signIn(at.db, at.settings, { email: ANNA, password: PASSWORD }, client(), NOW),
			).toMatchObject({
				outcome: "signed-in",
			});
		});

		test("a mailbox that does not exist: nothing is kept, and trying again works", async () => {
			const at = await world(openTestDb);
			at.mailer.outcomes = [{ result: "refused", problem: "550" }];
			expect(await register(at.db, at.settings, form, client(), NOW)).toEqual({ outcome: "refused-by-post" });
			expect(await at.db.selectFrom("pending_registrations").selectAll().execute()).toEqual([]);
			expect(await at.db.selectFrom("one_time_tokens").selectAll().execute()).toEqual([]);
			expect(await register(at.db, at.settings, form, client(), NOW)).toMatchObject({
				outcome: "registered",
			});
		});

		test("through a real mail server: to the normalised address alone, or refused for good", async () => {
			const at = await world(openTestDb);
			const server = await startSmtpServer({
				refuse: (address) => (address.startsWith("nobody@") ? { code: 550, text: "unknown" } : undefined),
			});
			at.mailer.transport = smtpTransport(server.url, "no-reply@chat.example.ru");
			const ask = (who: string) =>
				register(at.db, at.settings, { ...form, email: email(who) }, client(), NOW);
			const answers = [await ask("Anna@Пример.РФ"), await ask("nobody@example.ru")];
			await server.close();
			expect(answers).toMatchObject([
				{ outcome: "registered", delivery: "sent" },
				{ outcome: "refused-by-post" },
			]);
			// The test's server decodes the domain of the envelope; the header is as it came.
			expect(server.received.map(({ to }) => to)).toEqual([["anna@пример.рф"]]);
			expect(server.received[0]?.data).toMatch(/^To: anna@xn--e1afmkfd\.xn--p1ai\r$/m);
		});

		test("a mail server that fails for now: the e-mail waits in the outbox", async () => {
			const at = await world(openTestDb);
			at.mailer.outcomes = [{ result: "later", problem: "ECONNECTION" }];
			// The outbox has the database's clock: an e-mail of a year ago would be given up.
			expect(await begin(at, ANNA, Date.now())).toMatchObject({ delivery: "late" });
			expect(await at.db.selectFrom("letters").select("state").execute()).toMatchObject([
				{ state: "waiting" },
			]);
		});

		test("three e-mails an hour to one address, whoever asks; then the answer says when", async () => {
			const at = await world(openTestDb);
			for (let i = 1; i <= 3; i++) await begin(at, ANNA, NOW, client(i));
			expect(await register(at.db, at.settings, form, client(9), NOW)).toEqual({
				outcome: "too-many-attempts",
				retryAfterSeconds: 20 * 60,
			});
			expect(await emailsOf(at)).toHaveLength(3);
			await begin(at, ANNA, NOW + 20 * MINUTE);
		});

		test("a weak password, a closed registration", async () => {
			const at = await world(openTestDb);
			const weak = { ...form, password: "qwertyuiop" };
			expect(await register(at.db, at.settings, weak, client(), NOW)).toEqual({
				outcome: "password-refused",
				problem: "too-common",
			});
			const closed = { ...at.settings, registration: "closed" as const };
			expect(await register(at.db, closed, form, client(), NOW)).toEqual({ outcome: "closed" });
			expect(await at.db.selectFrom("pending_registrations").selectAll().execute()).toEqual([]);
		});

		test("after a day the link, the browser's binding and the digits are dead", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken } = await begin(at);
			expect(await findPending(at.db, token, bindingToken, NOW + DAY - 1)).not.toBeNull();
			expect(await findPending(at.db, token, bindingToken, NOW + DAY)).toBeNull();
			expect(await findPendingByBinding(at.db, bindingToken, NOW + DAY)).toBeNull();
		});
	});
});
