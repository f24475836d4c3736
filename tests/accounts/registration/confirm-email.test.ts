import { describe, expect, test } from "vitest";
import { changePasswordByToken } from "../../../app/accounts/password/change-password.server.ts";
import { confirmByCode, confirmByLink } from "../../../app/accounts/registration/confirm-email.server.ts";
import { findPending, findPendingByBinding } from "../../../app/accounts/registration/find-pending.server.ts";
import { resendConfirmation } from "../../../app/accounts/registration/resend-confirmation.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import {
	ANNA,
	begin,
	client,
	DAY,
	email,
	emailsOf,
	HOUR,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	tokenOf,
	world,
} from "../world.ts";

const later = { offer: "2026-12-01", personalData: "2026-12-02", news: "2026-12-03" };

describe("confirming the e-mail", () => {
	eachDatabase((openTestDb) => {
		test("in the browser that registered the button is enough, and signs in", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken } = await begin(at);
			const confirmed = await confirmByLink(at.db, at.settings, { token, bindingToken }, client(2), NOW + 5);
			expect(confirmed).toMatchObject({ outcome: "confirmed" });
			const session = confirmed.outcome === "confirmed" ? confirmed.sessionToken : "";
			expect(await findSession(at.db, session, client(), NOW + 5)).toMatchObject({
				account: { email: ANNA },
			});
			expect(
				await signIn(at.db, at.settings, { email: ANNA, password: PASSWORD }, client(), NOW + 5),
			).toMatchObject({
				outcome: "signed-in",
			});
			const consents = await at.db
				.selectFrom("consents")
				.select(["kind", "act", "document_version", "at", "ip_network", "user_agent"])
				.orderBy("kind")
				.execute();
			const proof = { act: "given", at: NOW, ip_network: "192.0.1.0/24", user_agent: "Browser 1" };
			expect(consents.map((row) => ({ ...row }))).toEqual([
				{ ...proof, kind: "offer", document_version: "2026-11-01" },
				{ ...proof, kind: "personal-data", document_version: "2026-11-02" },
			]);
		});

		test("in another browser the planted password and consents count for nothing", async () => {
			const at = await world(openTestDb);
			const { token } = await begin(at);
			const elsewhere = { token, bindingToken: "B".repeat(43) };
			expect(await findPending(at.db, token, elsewhere.bindingToken, NOW)).toEqual({
				email: ANNA,
				sameBrowser: false,
			});
			const ask = (more: object) =>
				confirmByLink(at.db, at.settings, { ...elsewhere, ...more }, client(2), NOW + 5);
			expect(await ask({})).toEqual({ outcome: "needs-password", email: ANNA });
			expect(await ask({ newPassword: OTHER_PASSWORD })).toEqual({ outcome: "needs-password", email: ANNA });
			expect(await ask({ newPassword: "qwertyuiop", accepted: later })).toMatchObject({
				problem: "too-common",
			});
			expect(await ask({ newPassword: OTHER_PASSWORD, accepted: later })).toMatchObject({
				outcome: "confirmed",
			});
			const sign = (password: string) =>
				signIn(at.db, at.settings, { email: ANNA, password }, client(), NOW + 6);
			expect(await sign(PASSWORD)).toMatchObject({ outcome: "wrong" });
			expect(await sign(OTHER_PASSWORD)).toMatchObject({ outcome: "signed-in" });
			const consents = await at.db.selectFrom("consents").selectAll().orderBy("kind").execute();
			expect(consents.map(({ document_version }) => document_version)).toEqual([
				"2026-12-03",
				"2026-12-01",
				"2026-12-02",
			]);
			expect(consents.every(({ at, ip_network }) => at === NOW + 5 && ip_network === "192.0.2.0/24")).toBe(
				true,
			);
		});

		test("looking at the link does not use it up", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken } = await begin(at);
			for (let i = 0; i < 5; i++) expect(await findPending(at.db, token, bindingToken, NOW)).not.toBeNull();
			expect(await confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW)).toMatchObject({
				outcome: "confirmed",
			});
		});

		test("of twenty uses at the same time one works", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken } = await begin(at);
			const uses = Array.from({ length: 20 }, () =>
				confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW),
			);
			const outcomes = (await Promise.all(uses)).map(({ outcome }) => outcome);
			expect(outcomes.filter((outcome) => outcome === "confirmed")).toHaveLength(1);
			expect(outcomes.filter((outcome) => outcome === "dead-link")).toHaveLength(19);
			expect(await at.db.selectFrom("accounts").select("id").execute()).toHaveLength(1);
			expect(await at.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
		});

		test("a link for one thing does not open another; an invented or old one opens nothing", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken } = await begin(at);
			const misused = await changePasswordByToken(
				at.db,
				at.settings,
				{ token, newPassword: OTHER_PASSWORD },
				client(),
				NOW,
			);
			expect(misused).toEqual({ outcome: "dead-link" });
			for (const odd of ["", "x", "A".repeat(43), "'; drop table accounts; --", "\u0000"]) {
				const use = await confirmByLink(at.db, at.settings, { token: odd, bindingToken }, client(), NOW);
				expect(use).toEqual({ outcome: "dead-link" });
			}
			const late = await confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW + DAY);
			expect(late).toEqual({ outcome: "dead-link" });
		});

		test("the digits confirm in the browser that registered, and kill the link", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken, code } = await begin(at);
			const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
			expect(
				await confirmByCode(at.db, at.settings, { code: spaced, bindingToken }, client(), NOW),
			).toMatchObject({
				outcome: "confirmed",
			});
			expect(await confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW)).toEqual({
				outcome: "dead-link",
			});
			expect(await confirmByCode(at.db, at.settings, { code, bindingToken }, client(), NOW)).toEqual({
				outcome: "nothing-pending",
			});
		});

		test("elsewhere the digits are worth nothing", async () => {
			const at = await world(openTestDb);
			const { code } = await begin(at);
			for (const bindingToken of [null, "B".repeat(43)]) {
				expect(await confirmByCode(at.db, at.settings, { code, bindingToken }, client(), NOW)).toEqual({
					outcome: "nothing-pending",
				});
			}
		});

		test("five guesses in all, also at the same time; then the digits are dead and the link lives", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken, code } = await begin(at);
			const wrong = code === "000000" ? "111111" : "000000";
			const guess = (typed: string) =>
				confirmByCode(at.db, at.settings, { code: typed, bindingToken }, client(), NOW);
			expect(await guess(wrong)).toEqual({ outcome: "wrong-code", triesLeft: 4 });
			const more = await Promise.all(Array.from({ length: 20 }, () => guess(wrong)));
			expect(more.filter(({ outcome }) => outcome === "wrong-code")).toHaveLength(4);
			expect(await guess(code)).toEqual({ outcome: "dead-code" });
			expect(await findPendingByBinding(at.db, bindingToken, NOW)).toEqual({ email: ANNA, codeAlive: false });
			expect(await confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW)).toMatchObject({
				outcome: "confirmed",
			});
		});

		test("registering, asking again and confirming in both ways at the same time never wait for each other", async () => {
			const at = await world(openTestDb);
			for (let round = 0; round < 6; round++) {
				const who = email(`round${round}@example.ru`);
				const { token, bindingToken, code } = await begin(at, who, NOW, client(round));
				const outcomes = await Promise.all([
					begin(at, who, NOW, client(round + 50)).then(
						() => "begun",
						// The others were first.
						({ message }: Error) => message,
					),
					resendConfirmation(at.db, at.settings, who, client(round + 100), NOW).then(
						({ outcome }) => outcome,
					),
					confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW).then(
						({ outcome }) => outcome,
					),
					confirmByCode(at.db, at.settings, { code, bindingToken }, client(), NOW).then(
						({ outcome }) => outcome,
					),
				]);
				expect(["begun", "already-exists"]).toContain(outcomes[0]);
				expect(outcomes.filter((outcome) => outcome === "confirmed").length).toBeLessThanOrEqual(1);
			}
		});

		test("the session this browser came with is replaced", async () => {
			const at = await world(openTestDb);
			const other = await begin(at, email("boris@example.ru"));
			const first = await confirmByLink(at.db, at.settings, other, client(), NOW);
			const before = first.outcome === "confirmed" ? first.sessionToken : "";
			const { token, bindingToken } = await begin(at);
			await confirmByLink(at.db, at.settings, { token, bindingToken, replaces: before }, client(), NOW);
			expect(await findSession(at.db, before, client(), NOW)).toBeNull();
		});

		test("an e-mail that got its account in another way meanwhile is not taken over", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken } = await begin(at);
			await at.db
				.insertInto("accounts")
				.values({ id: "other", email: ANNA, state: "active", created_at: NOW })
				.execute();
			expect(await confirmByLink(at.db, at.settings, { token, bindingToken }, client(), NOW)).toEqual({
				outcome: "dead-link",
			});
			expect(await at.db.selectFrom("sessions").select("id").execute()).toEqual([]);
		});
	});
});

describe("sending the confirmation again", () => {
	eachDatabase((openTestDb) => {
		test("a new link kills the old one; browser, password and consents stay", async () => {
			const at = await world(openTestDb);
			const { token, bindingToken, code } = await begin(at);
			const again = await resendConfirmation(at.db, at.settings, ANNA, client(), NOW + HOUR);
			if (again.outcome !== "accepted") throw new Error(again.outcome);
			expect(await findPending(at.db, token, bindingToken, NOW + HOUR)).toBeNull();
			const fresh = tokenOf(again.trialLink);
			const now = NOW + HOUR + DAY - 1;
			expect(await findPending(at.db, fresh, bindingToken, now)).toEqual({ email: ANNA, sameBrowser: true });
			if (again.trialCode !== code) {
				expect(await confirmByCode(at.db, at.settings, { code, bindingToken }, client(), now)).toMatchObject({
					outcome: "wrong-code",
				});
			}
			expect(
				await confirmByLink(at.db, at.settings, { token: fresh, bindingToken }, client(), now),
			).toMatchObject({
				outcome: "confirmed",
			});
			expect(await emailsOf(at)).toHaveLength(2);
		});

		test("used up guesses stay used up: the next e-mail bears a link only", async () => {
			const at = await world(openTestDb);
			const { bindingToken, code } = await begin(at);
			const wrong = code === "000000" ? "111111" : "000000";
			for (let i = 0; i < 5; i++)
				await confirmByCode(at.db, at.settings, { code: wrong, bindingToken }, client(), NOW);
			const again = await resendConfirmation(at.db, at.settings, ANNA, client(), NOW);
			expect(Object.keys(again)).toEqual(["outcome", "trialLink"]);
			expect((await emailsOf(at)).at(-1)?.text).not.toContain("Код:");
		});

		test("an e-mail that nobody registers answers the same and writes as much; no e-mail leaves", async () => {
			const at = await world(openTestDb, { trial: false });
			await begin(await world(async () => at.db, { secret: at.settings.secret }));
			const known = await resendConfirmation(at.db, at.settings, ANNA, client(), NOW);
			const unknown = await resendConfirmation(at.db, at.settings, email("nobody@example.ru"), client(), NOW);
			expect(unknown).toEqual(known);
			expect(unknown).toEqual({ outcome: "accepted" });
			expect((await emailsOf(at)).map(({ to }) => to)).toEqual([ANNA]);
			expect(await at.db.selectFrom("one_time_tokens").select("subject").execute()).toHaveLength(2);
		});

		test("is throttled together with registration, known or not", async () => {
			const at = await world(openTestDb);
			for (const who of [ANNA, email("nobody@example.ru")]) {
				for (let i = 0; i < 3; i++) {
					expect(await resendConfirmation(at.db, at.settings, who, client(i), NOW)).toMatchObject({
						outcome: "accepted",
					});
				}
				expect(await resendConfirmation(at.db, at.settings, who, client(7), NOW)).toEqual({
					outcome: "too-many-attempts",
					retryAfterSeconds: 1200,
				});
			}
		});
	});
});
