import { describe, expect, test } from "vitest";
import {
	changePassword,
	changePasswordByToken,
} from "../../../app/accounts/password/change-password.server.ts";
import { findReset, requestReset } from "../../../app/accounts/password/recover.server.ts";
import { confirmByLink } from "../../../app/accounts/registration/confirm-email.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { throttleAll, throttles } from "../../../app/accounts/throttle.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import {
	ANNA,
	client,
	email,
	emailsOf,
	HOUR,
	MINUTE,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	SECOND,
	somebody,
	tokenOf,
	type World,
	world,
} from "../world.ts";

const NOBODY = email("nobody@example.ru");

async function resetLink(at: World, now = NOW): Promise<string> {
	const asked = await requestReset(at.db, at.settings, ANNA, client(), now);
	return tokenOf(asked.outcome === "accepted" ? asked.trialLink : undefined);
}
const enter = ({ db, settings }: World, password: string) =>
	signIn(db, settings, { email: ANNA, password }, client(), NOW);
const change = ({ db, settings }: World, token: string, newPassword = OTHER_PASSWORD, now = NOW) =>
	changePasswordByToken(db, settings, { token, newPassword }, client(), now);

describe("a forgotten password", () => {
	eachDatabase((openTestDb) => {
		test("a link goes to the owner, works once, and signs nobody in", async () => {
			const at = await world(openTestDb);
			const { sessionToken } = await somebody(at);
			const token = await resetLink(at);
			for (let i = 0; i < 3; i++) expect(await findReset(at.db, token, NOW)).toEqual({ email: ANNA });
			const [message] = await emailsOf(at);
			expect(message).toMatchObject({ to: ANNA, kind: "reset-password" });
			expect(message?.text).toContain(`https://chat.example.ru/change-password?token=${token}`);
			expect(await change(at, token)).toEqual({ outcome: "changed" });
			expect(await change(at, token)).toEqual({ outcome: "dead-link" });
			expect(await enter(at, PASSWORD)).toMatchObject({ outcome: "wrong" });
			expect(await enter(at, OTHER_PASSWORD)).toMatchObject({ outcome: "signed-in" });
			expect(await findSession(at.db, sessionToken, client(), NOW)).toBeNull();
			expect((await emailsOf(at)).map(({ kind }) => kind)).toEqual(["reset-password", "password-changed"]);
		});

		test("of six uses at the same time one works, and one e-mail reports it", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const token = await resetLink(at);
			const uses = await Promise.all(
				Array.from({ length: 6 }, (_, i) => change(at, token, `совсем другие слова ${i}`)),
			);
			expect(uses.filter(({ outcome }) => outcome === "changed")).toHaveLength(1);
			expect((await emailsOf(at)).filter(({ kind }) => kind === "password-changed")).toHaveLength(1);
		});

		test("a new link kills the old one; an hour kills it; it confirms no e-mail", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const first = await resetLink(at);
			const second = await resetLink(at);
			expect(await findReset(at.db, first, NOW)).toBeNull();
			expect(await change(at, first)).toEqual({ outcome: "dead-link" });
			expect(await findReset(at.db, second, NOW + HOUR)).toBeNull();
			expect(await change(at, second, OTHER_PASSWORD, NOW + HOUR)).toEqual({ outcome: "dead-link" });
			expect(
				await confirmByLink(at.db, at.settings, { token: second, bindingToken: null }, client(), NOW),
			).toEqual({
				outcome: "dead-link",
			});
			expect(await change(at, second)).toEqual({ outcome: "changed" });
		});

		test("a refused password does not use the link up", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const token = await resetLink(at);
			expect(await change(at, token, "qwertyuiop")).toEqual({
				outcome: "password-refused",
				problem: "too-common",
			});
			expect(await change(at, token, ANNA)).toEqual({
				outcome: "password-refused",
				problem: "same-as-email",
			});
			expect(await change(at, token, PASSWORD)).toEqual({
				outcome: "password-refused",
				problem: "same-as-before",
			});
			expect(await change(at, token)).toEqual({ outcome: "changed" });
		});

		test("of many tries by one link, each of which costs a hash, so many are made and the others wait", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const token = await resetLink(at);
			const tries = await Promise.all(Array.from({ length: 40 }, () => change(at, token, PASSWORD)));
			expect(tries.filter(({ outcome }) => outcome === "password-refused")).toHaveLength(30);
			expect(tries.filter(({ outcome }) => outcome === "too-many-attempts")).toHaveLength(10);
			expect(await change(at, token, OTHER_PASSWORD, NOW + 10 * SECOND)).toEqual({ outcome: "changed" });
		});

		test("an unknown e-mail answers the same and writes as much; no e-mail leaves", async () => {
			const at = await world(openTestDb, { trial: false });
			await somebody(await world(async () => at.db, { secret: at.settings.secret }));
			const count = async () =>
				Promise.all(
					(["letters", "one_time_tokens", "throttles"] as const).map(
						async (table) => (await at.db.selectFrom(table).selectAll().execute()).length,
					),
				);
			const [rows = 0, tokens = 0, throttles = 0] = await count();
			expect(await requestReset(at.db, at.settings, ANNA, client(), NOW)).toEqual({ outcome: "accepted" });
			expect(await count()).toEqual([rows + 1, tokens + 1, throttles]);
			expect(await requestReset(at.db, at.settings, NOBODY, client(), NOW)).toEqual({ outcome: "accepted" });
			expect(await count()).toEqual([rows + 2, tokens + 2, throttles + 1]);
			expect((await emailsOf(at)).map(({ to }) => to)).toEqual([ANNA]);
		});

		test("twenty requests for one address bring three e-mails at most", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const now = NOW + HOUR;
			for (const who of [ANNA, NOBODY]) {
				const asked = Array.from({ length: 20 }, (_, i) =>
					requestReset(at.db, at.settings, who, client(i), now),
				);
				const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome);
				expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(3);
			}
			expect(await emailsOf(at)).toHaveLength(3);
		});

		test("a mail server that answers slowly keeps nobody waiting; one that is down is told of", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			let answer = () => {};
			at.mailer.outcomes = [new Promise((resolve) => (answer = () => resolve({ result: "sent" })))];
			await resetLink(at);
			answer();
			expect(await emailsOf(at)).toHaveLength(1);
			at.mailer.isReachable = false;
			for (const who of [ANNA, NOBODY]) {
				expect(await requestReset(at.db, at.settings, who, client(), NOW)).toEqual({
					outcome: "mail-server-down",
				});
			}
		});

		test("a blocked account gets no link", async () => {
			const at = await world(openTestDb);
			await somebody(at);
			const token = await resetLink(at);
			await at.db.updateTable("accounts").set({ state: "blocked" }).execute();
			expect(await change(at, token)).toEqual({ outcome: "dead-link" });
			expect(await requestReset(at.db, at.settings, ANNA, client(), NOW)).toEqual({ outcome: "accepted" });
			expect(await emailsOf(at)).toHaveLength(1);
		});
	});
});

describe("changing the password", () => {
	eachDatabase((openTestDb) => {
		test("ends the other sessions and every link, and gives this one a new value", async () => {
			const at = await world(openTestDb);
			const { sessionToken: mine, id: accountId } = await somebody(at);
			const elsewhere = await enter(at, PASSWORD);
			const token = await resetLink(at);
			const form = { accountId, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
			const changed = await changePassword(at.db, at.settings, form, client(), NOW);
			if (changed.outcome !== "changed" || elsewhere.outcome !== "signed-in")
				throw new Error(changed.outcome);
			expect(await findSession(at.db, changed.sessionToken, client(), NOW)).toMatchObject({
				account: { id: accountId },
			});
			for (const dead of [mine, elsewhere.sessionToken]) {
				expect(await findSession(at.db, dead, client(), NOW)).toBeNull();
			}
			expect(await change(at, token, "третьи слова для входа")).toEqual({ outcome: "dead-link" });
			expect((await emailsOf(at)).map(({ kind, to }) => [kind, to])).toContainEqual([
				"password-changed",
				ANNA,
			]);
		});

		test("needs the present password, and is throttled", async () => {
			const at = await world(openTestDb);
			const { accountId, sessionToken } = await somebody(at).then(({ id, ...rest }) => ({
				accountId: id,
				...rest,
			}));
			const attempt = (currentPassword: string) =>
				changePassword(
					at.db,
					at.settings,
					{ accountId, currentPassword, newPassword: OTHER_PASSWORD },
					client(),
					NOW,
				);
			expect(await attempt("")).toEqual({ outcome: "wrong-password", triesLeft: 4 });
			const more = await Promise.all(Array.from({ length: 20 }, (_, i) => attempt(`не то слово ${i}`)));
			expect(more.filter(({ outcome }) => outcome === "wrong-password")).toHaveLength(4);
			expect(await attempt(PASSWORD)).toEqual({ outcome: "too-many-attempts", retryAfterSeconds: 60 });
			expect(await findSession(at.db, sessionToken, client(), NOW)).not.toBeNull();
			expect(await enter(at, PASSWORD)).toMatchObject({ outcome: "signed-in" });
		});

		test("changes by the right password, each of which is told by e-mail, are counted too", async () => {
			const at = await world(openTestDb);
			const { id: accountId } = await somebody(at);
			const replace = (currentPassword: string, newPassword: string, now = NOW) =>
				changePassword(at.db, at.settings, { accountId, currentPassword, newPassword }, client(), now);
			// As nineteen changes would.
			const counts = throttles.wayIn(at.settings.secret, accountId);
			for (let i = 0; i < 19; i++) await throttleAll(at.db, counts, NOW);
			expect(await replace(PASSWORD, OTHER_PASSWORD)).toMatchObject({ outcome: "changed" });
			expect(await replace(OTHER_PASSWORD, PASSWORD)).toEqual({
				outcome: "too-many-attempts",
				retryAfterSeconds: 600,
			});
			expect((await emailsOf(at)).map(({ kind }) => kind)).toEqual(["password-changed"]);
			const later = NOW + 10 * MINUTE;
			expect(await replace(OTHER_PASSWORD, PASSWORD, later)).toMatchObject({ outcome: "changed" });
		});

		test("of two changes at the same time one happens", async () => {
			const at = await world(openTestDb);
			const { id: accountId } = await somebody(at);
			const attempt = (newPassword: string) =>
				changePassword(
					at.db,
					at.settings,
					{ accountId, currentPassword: PASSWORD, newPassword },
					client(),
					NOW,
				);
			const both = await Promise.all([attempt("первые слова для входа"), attempt("вторые слова для входа")]);
			expect(both.map(({ outcome }) => outcome).sort()).toEqual(["changed", "wrong-password"]);
			expect(await at.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
		});

		test("refuses a weak one and the same one", async () => {
			const at = await world(openTestDb);
			const { id: accountId } = await somebody(at);
			const attempt = (newPassword: string) =>
				changePassword(
					at.db,
					at.settings,
					{ accountId, currentPassword: PASSWORD, newPassword },
					client(),
					NOW,
				);
			expect(await attempt("короткий")).toMatchObject({ problem: "too-short" });
			expect(await attempt(PASSWORD)).toMatchObject({ problem: "same-as-before" });
		});
	});
});
