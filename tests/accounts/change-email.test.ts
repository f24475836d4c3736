import { describe, expect, test } from "vitest";
import { lastEvents } from "../../app/accounts/audit/account-events.server.ts";
import {
	askEmailChange,
	cancelEmailChange,
	confirmEmailChange,
	findEmailChange,
	pendingEmail,
	resendEmailChange,
} from "../../app/accounts/email-change/change-email.server.ts";
import { changePassword, changePasswordByToken } from "../../app/accounts/password/change-password.server.ts";
import { sendOwnerCode } from "../../app/accounts/password/prove-owner.server.ts";
import { findReset, requestReset } from "../../app/accounts/password/recover.server.ts";
import { signIn } from "../../app/accounts/sessions/sign-in.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import {
	ANNA,
	client,
	DAY,
	email,
	emailsOf,
	HOUR,
	MINUTE,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	somebody,
	tokenOf,
	type World,
	world,
} from "./world.ts";

const NEW = email("novaya@example.ru");
const BORIS = email("boris@example.ru");

/** A change that is expected to be asked for. @returns what the token of its link */
async function asked(at: World, id: string, wanted = NEW, now = NOW): Promise<string> {
	const proof = { email: wanted, currentPassword: PASSWORD };
	const outcome = await askEmailChange(at.db, at.settings, { id, email: ANNA }, proof, client(), now);
	if (outcome.outcome !== "posted") throw new Error(outcome.outcome);
	return tokenOf(outcome.trialLink);
}

describe("another e-mail", () => {
	eachDatabase((openTestDb) => {
		test("is the account's once its e-mail's link was used, once and by any browser", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const token = await asked(at, id);
			expect((await emailsOf(at)).map(({ to, kind }) => [to, kind]).sort()).toEqual([
				[ANNA, "email-change-asked"],
				[NEW, "change-email"],
			]);
			expect(await pendingEmail(at.db, id, NOW)).toBe(NEW);
			// Looking uses nothing up (check 12).
			expect(await findEmailChange(at.db, token, NOW)).toEqual({ email: NEW });
			expect(await findEmailChange(at.db, token, NOW)).toEqual({ email: NEW });

			const attempts = await Promise.all(
				Array.from({ length: 8 }, () => confirmEmailChange(at.db, at.settings, token, client(2), NOW)),
			);
			expect(attempts.filter(({ outcome }) => outcome === "changed")).toHaveLength(1);
			expect(attempts.filter(({ outcome }) => outcome === "dead-link")).toHaveLength(7);
			expect(await pendingEmail(at.db, id, NOW)).toBeNull();
			expect((await emailsOf(at)).at(-1)).toMatchObject({ to: ANNA, kind: "email-changed" });

			const enter = (who: string) =>
				signIn(at.db, at.settings, { email: who, password: PASSWORD }, client(), NOW);
			expect((await enter(NEW)).outcome).toBe("signed-in");
			expect((await enter(ANNA)).outcome).toBe("wrong");
			const events = await lastEvents(at.db, id, 20);
			expect(events.map(({ kind }) => kind)).toEqual(
				expect.arrayContaining(["email-change-asked", "email-changed"]),
			);
		});

		test("kills what was sent to the old address (check 14)", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const reset = await requestReset(at.db, at.settings, ANNA, client(), NOW);
			if (reset.outcome !== "accepted") throw new Error(reset.outcome);
			const resetToken = tokenOf(reset.trialLink);
			const token = await asked(at, id);
			expect(await findReset(at.db, resetToken, NOW)).not.toBeNull();
			await confirmEmailChange(at.db, at.settings, token, client(), NOW);
			expect(await findReset(at.db, resetToken, NOW)).toBeNull();
		});

		test("is asked for no more once the password is replaced, by a link or by its owner", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const resend = () => resendEmailChange(at.db, at.settings, id, client(), NOW);
			await asked(at, id);
			const reset = await requestReset(at.db, at.settings, ANNA, client(), NOW);
			if (reset.outcome !== "accepted") throw new Error(reset.outcome);
			const form = { token: tokenOf(reset.trialLink), newPassword: OTHER_PASSWORD };
			expect(await changePasswordByToken(at.db, at.settings, form, client(), NOW)).toEqual({
				outcome: "changed",
			});
			expect(await pendingEmail(at.db, id, NOW)).toBeNull();
			expect(await resend()).toEqual({ outcome: "nothing-pending" });

			const proof = { email: NEW, currentPassword: OTHER_PASSWORD };
			const again = await askEmailChange(at.db, at.settings, { id, email: ANNA }, proof, client(), NOW);
			expect(again.outcome).toBe("posted");
			const back = { accountId: id, currentPassword: OTHER_PASSWORD, newPassword: PASSWORD };
			expect(await changePassword(at.db, at.settings, back, client(), NOW)).toMatchObject({
				outcome: "changed",
			});
			expect(await pendingEmail(at.db, id, NOW)).toBeNull();
			expect(await resend()).toEqual({ outcome: "nothing-pending" });
		});

		test("needs the owner, and a wrong password is counted", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const attempt = () =>
				askEmailChange(
					at.db,
					at.settings,
					{ id, email: ANNA },
					{ email: NEW, currentPassword: "не тот пароль" },
					client(),
					NOW,
				);
			expect(await attempt()).toEqual({ outcome: "wrong-password", triesLeft: 4 });
			for (let i = 0; i < 4; i++) await attempt();
			expect((await attempt()).outcome).toBe("too-many-attempts");
			expect(await pendingEmail(at.db, id, NOW)).toBeNull();
			expect(await emailsOf(at)).toEqual([]);
		});

		test("of an account without a password needs the code of an e-mail, which works once", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await at.db.updateTable("accounts").set({ password_hash: null }).where("id", "=", id).execute();
			const sent = await sendOwnerCode(at.db, at.settings, { id, email: ANNA }, NOW);
			if (sent.outcome !== "sent") throw new Error(sent.outcome);
			const attempt = () =>
				askEmailChange(
					at.db,
					at.settings,
					{ id, email: ANNA },
					{ email: NEW, code: sent.trialCode },
					client(),
					NOW,
				);
			expect((await attempt()).outcome).toBe("posted");
			expect((await attempt()).outcome).toBe("wrong-code");
		});

		test("of an account without a password gets its code also when strangers ask for recovery", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await at.db.updateTable("accounts").set({ password_hash: null }).where("id", "=", id).execute();
			// An hour after the e-mail of the registration.
			const now = NOW + HOUR;
			const asking = () => requestReset(at.db, at.settings, ANNA, client(2), now);
			for (let i = 0; i < 3; i++) expect((await asking()).outcome).toBe("accepted");
			expect((await asking()).outcome).toBe("too-many-attempts");
			const send = () => sendOwnerCode(at.db, at.settings, { id, email: ANNA }, now);
			for (let i = 0; i < 3; i++) expect((await send()).outcome).toBe("sent");
			expect(await send()).toEqual({ outcome: "too-many-attempts", retryAfterSeconds: 1_200 });
		});

		test("that is somebody's looks the same from here; only its owner hears of it", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			await somebody(at, BORIS);
			const token = await asked(at, anna.id, BORIS);
			expect((await emailsOf(at)).map(({ to, kind }) => [to, kind]).sort()).toEqual([
				[ANNA, "email-change-asked"],
				[BORIS, "email-wanted"],
			]);
			expect((await emailsOf(at)).find(({ to }) => to === BORIS)?.text).not.toContain(token);
			expect(await pendingEmail(at.db, anna.id, NOW)).toBe(BORIS);
			// Only a trial gives the link away; whoever follows it learns it there.
			expect(await confirmEmailChange(at.db, at.settings, token, client(), NOW)).toEqual({
				outcome: "taken",
			});
			const again = () => resendEmailChange(at.db, at.settings, anna.id, client(), NOW);
			expect(await again()).toEqual({ outcome: "nothing-pending" });
		});

		test("is refused the same way, free or somebody's, past the e-mails' limit (check 21)", async () => {
			for (const wanted of [NEW, BORIS]) {
				const at = await world(openTestDb);
				const anna = await somebody(at);
				if (wanted === BORIS) await somebody(at, BORIS);
				// The registration of Boris was one e-mail to his address.
				const messages = wanted === BORIS ? 2 : 3;
				for (let i = 0; i < messages; i++) await asked(at, anna.id, wanted);
				const proof = { email: wanted, currentPassword: PASSWORD };
				const who = { id: anna.id, email: ANNA };
				expect(await askEmailChange(at.db, at.settings, who, proof, client(), NOW)).toEqual({
					outcome: "email-wait",
					retryAfterSeconds: 1_200,
				});
				expect((await resendEmailChange(at.db, at.settings, anna.id, client(), NOW)).outcome).toBe(
					"email-wait",
				);
			}
		});

		test("that has got an account meanwhile, even at the same moment, is not taken away", async () => {
			const at = await world(openTestDb);
			const anna = await somebody(at);
			const token = await asked(at, anna.id);
			const boris = await somebody(at, BORIS);
			const proof = { email: NEW, currentPassword: PASSWORD };
			const second = await askEmailChange(
				at.db,
				at.settings,
				{ id: boris.id, email: BORIS },
				proof,
				client(2),
				NOW,
			);
			if (second.outcome !== "posted") throw new Error(second.outcome);
			const both = await Promise.all(
				[token, tokenOf(second.trialLink)].map((one) =>
					confirmEmailChange(at.db, at.settings, one, client(), NOW),
				),
			);
			expect(both.map(({ outcome }) => outcome).sort()).toEqual(["changed", "taken"]);
		});

		test("asked for again, sent again, cancelled or left for a day: the older link is dead", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const first = await asked(at, id);
			const second = await asked(at, id, NEW, NOW + MINUTE);
			expect(await findEmailChange(at.db, first, NOW + MINUTE)).toBeNull();
			const sent = await resendEmailChange(at.db, at.settings, id, client(), NOW + 2 * MINUTE);
			if (sent.outcome !== "posted") throw new Error(sent.outcome);
			const third = tokenOf(sent.trialLink);
			expect(await findEmailChange(at.db, second, NOW + 2 * MINUTE)).toBeNull();
			expect(await findEmailChange(at.db, third, NOW + 2 * MINUTE)).toEqual({ email: NEW });
			expect(await findEmailChange(at.db, third, NOW + 2 * MINUTE + DAY)).toBeNull();
			await cancelEmailChange(at.db, id);
			const dead = { outcome: "dead-link" };
			expect(await confirmEmailChange(at.db, at.settings, third, client(), NOW)).toEqual(dead);
			expect((await emailsOf(at)).filter(({ kind }) => kind === "email-changed")).toEqual([]);
		});

		test("the same as now is said at once", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const proof = { email: ANNA, currentPassword: PASSWORD };
			expect(await askEmailChange(at.db, at.settings, { id, email: ANNA }, proof, client(), NOW)).toEqual({
				outcome: "same-email",
			});
		});
	});
});
