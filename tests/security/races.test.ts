import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changePasswordByToken } from "../../app/accounts/password/change-password.server.ts";
import { requestReset } from "../../app/accounts/password/recover.server.ts";
import { confirmByCode, confirmByLink } from "../../app/accounts/registration/confirm-email.server.ts";
import { register } from "../../app/accounts/registration/register.server.ts";
import { signIn } from "../../app/accounts/sessions/sign-in.server.ts";
import { type Db, openDatabase } from "../../app/platform/db/connection.server.ts";
import { ANNA, accepted, begin, client, NOW, PASSWORD, somebody, tokenOf, world } from "../accounts/world.ts";
import { eachDatabase, urlOf } from "../support/database/databases.ts";
import { emptyPostgres } from "../support/database/empty-postgres.ts";
import { openSite, type Site, waitForEmail } from "./site.ts";
import { anotherBrowser, newEmail, Visitor } from "./visitor.ts";

const NEW = "совсем другие слова";
const times = <T>(n: number, act: (i: number) => Promise<T>): Promise<T[]> =>
	Promise.all(Array.from({ length: n }, (_, i) => act(i)));
const having = <T extends { outcome: string }>(answers: T[], outcome: T["outcome"]) =>
	answers.filter((answer) => answer.outcome === outcome);

describe("two servers on one database", () => {
	eachDatabase((openTestDb) => {
		const second: Db[] = [];
		afterEach(async () => {
			for (const db of second.splice(0)) await db.destroy();
		});
		/** One world seen through two connections, as two servers see it. */
		async function two() {
			const at = await world(openTestDb);
			const db = await openDatabase(urlOf(at.db));
			second.push(db);
			return { at, dbs: [at.db, db] as const, of: (i: number) => (i % 2 ? db : at.db) };
		}

		test("check 13: twenty uses of one confirmation link: one account, one session", async () => {
			const { at, of } = await two();
			const { token, bindingToken } = await begin(at);
			const uses = await times(20, (i) =>
				confirmByLink(of(i), at.settings, { token, bindingToken }, client(i), NOW),
			);
			expect([having(uses, "confirmed").length, having(uses, "dead-link").length]).toEqual([1, 19]);
			expect(await at.db.selectFrom("accounts").selectAll().execute()).toHaveLength(1);
			expect(await at.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
		});

		test("check 13: twenty times the six digits beside the link: one account, one session", async () => {
			const { at, of } = await two();
			const { token, code, bindingToken } = await begin(at);
			const uses = await times<{ outcome: string }>(20, (i) =>
				i % 4 < 2
					? confirmByCode(of(i), at.settings, { code, bindingToken }, client(i), NOW)
					: confirmByLink(of(i), at.settings, { token, bindingToken }, client(i), NOW),
			);
			expect(uses.filter(({ outcome }) => outcome === "confirmed")).toHaveLength(1);
			expect(await at.db.selectFrom("accounts").selectAll().execute()).toHaveLength(1);
			expect(await at.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
		});

		test("check 13: twenty uses of one link for a new password: one password", async () => {
			const { at, of } = await two();
			await somebody(at);
			const asked = await requestReset(at.db, at.settings, ANNA, client(), NOW);
			const token = tokenOf(asked.outcome === "accepted" ? asked.trialLink : undefined);
			const uses = await times(20, (i) =>
				changePasswordByToken(of(i), at.settings, { token, newPassword: `${NEW} ${i}` }, client(i), NOW),
			);
			expect([having(uses, "changed").length, having(uses, "dead-link").length]).toEqual([1, 19]);
			const winner = uses.findIndex(({ outcome }) => outcome === "changed");
			const form = { email: ANNA, password: `${NEW} ${winner}` };
			expect((await signIn(at.db, at.settings, form, client(50), NOW)).outcome).toBe("signed-in");
		});

		test("check 53: of fifty concurrent wrong passwords five are checked", async () => {
			const { at, of } = await two();
			await somebody(at);
			const guesses = await times(50, (i) =>
				signIn(of(i), at.settings, { email: ANNA, password: `догадка номер ${i}` }, client(), NOW),
			);
			expect([having(guesses, "wrong").length, having(guesses, "too-many-attempts").length]).toEqual([5, 45]);
			const elsewhere = { email: ANNA, password: PASSWORD };
			expect((await signIn(at.db, at.settings, elsewhere, client(2), NOW)).outcome).toBe("signed-in");
		});

		test("check 13: one address registered from many browsers at once: one of them gets the account", async () => {
			const { at, of } = await two();
			const begun = await times(3, (i) =>
				register(of(i), at.settings, { email: ANNA, password: `${PASSWORD} ${i}`, accepted }, client(i), NOW),
			);
			expect(having(begun, "registered")).toHaveLength(3);
			expect(await at.db.selectFrom("pending_registrations").selectAll().execute()).toHaveLength(1);
			const ends = await times(3, async (i) => {
				const one = begun[i];
				if (one?.outcome !== "registered") throw new Error(one?.outcome);
				const form = { token: tokenOf(one.trialLink), bindingToken: one.bindingToken };
				return confirmByLink(of(i), at.settings, form, client(i), NOW);
			});
			expect([having(ends, "confirmed").length, having(ends, "dead-link").length]).toEqual([1, 2]);
			const winner = ends.findIndex(({ outcome }) => outcome === "confirmed");
			for (const i of [0, 1, 2]) {
				const form = { email: ANNA, password: `${PASSWORD} ${i}` };
				const { outcome } = await signIn(at.db, at.settings, form, client(10 + i), NOW);
				expect([i, outcome]).toEqual([i, i === winner ? "signed-in" : "wrong"]);
			}
		});
	});
});

describe.each(["SQLite", "PostgreSQL"])("a running server on %s", (database) => {
	let postgres: Awaited<ReturnType<typeof emptyPostgres>> | undefined;
	let site: Site;
	beforeAll(async () => {
		postgres = database === "PostgreSQL" ? await emptyPostgres() : undefined;
		site = await openSite(postgres && { DATABASE_URL: postgres.url });
	});
	afterAll(async () => {
		await site?.stop();
		await postgres?.remove();
	});

	test("check 13: twenty posts of one link, of a registration and of a new password", async () => {
		const person = new Visitor(site);
		await person.begin();
		const { token } = await waitForEmail(site, person.email);
		const confirmed = await times(20, () => person.thief().post("/verify-mail", { token }));
		const successes = confirmed.filter(({ location }) => location === "/verify-mail/verify-mail-success");
		expect(successes).toHaveLength(1);
		const reset = await person.resetToken(2);
		const changed = await times(20, (i) =>
			new Visitor(site).post("/change-password", { token: reset, newPassword: `${NEW} ${i}` }),
		);
		expect(changed.filter(({ location }) => location === "/change-password/success")).toHaveLength(1);
		expect(await site.sql("select id from accounts where email = ?", person.email)).toHaveLength(1);
	});

	test("check 53: fifty concurrent wrong passwords, also with forged addresses in front of the real one", async () => {
		const owner = await new Visitor(site).register();
		const guesser = new Visitor(site, { email: owner.email });
		const guesses = await times(50, (i) =>
			guesser.post(
				"/login",
				{ email: owner.email, password: `догадка номер ${i}` },
				{ "X-Forwarded-For": `${i}.2.3.4, ${guesser.ip}` },
			),
		);
		const counted = [400, 429, 503].map((code) => guesses.filter(({ status }) => status === code).length);
		expect(counted).toEqual([5, 45, 0]);
		expect((await guesser.signIn()).status).toBe(429);
		expect((await anotherBrowser(owner)).session).not.toBe("");
	});

	test("check 13: one address registered from two browsers at once", async () => {
		const email = newEmail();
		const [one, two] = [new Visitor(site, { email }), new Visitor(site, { email })];
		await Promise.all([one.begin(), two.begin()]);
		await waitForEmail(site, email, 2);
		const tokens = await Promise.all([1, 2].map(async (n) => (await waitForEmail(site, email, n)).token));
		const ends = await Promise.all(
			[one, two].flatMap((browser) => tokens.map((token) => browser.post("/verify-mail", { token }))),
		);
		const successes = ends.filter(({ location }) => location === "/verify-mail/verify-mail-success");
		expect(successes).toHaveLength(1);
		expect(await site.sql("select id from accounts where email = ?", email)).toHaveLength(1);
		expect([await one.isSignedIn(), await two.isSignedIn()].sort()).toEqual([false, true]);
	});
});
