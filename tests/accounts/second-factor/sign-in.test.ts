import { describe, expect, test } from "vitest";
import { forgetExpired } from "../../../app/accounts/forget-expired.server.ts";
import { changePasswordByToken } from "../../../app/accounts/password/change-password.server.ts";
import { requestReset } from "../../../app/accounts/password/recover.server.ts";
import { finishSignIn } from "../../../app/accounts/second-factor/finish-sign-in.server.ts";
import { secondFactorOf } from "../../../app/accounts/second-factor/second-factor.server.ts";
import type { SecondProof } from "../../../app/accounts/second-factor/second-proof.server.ts";
import { findSignInStep, STEP_MS } from "../../../app/accounts/second-factor/sign-in-steps.server.ts";
import { dropSecondFactor } from "../../../app/accounts/second-factor/turn-off-second-factor.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { codeOf } from "../../support/authenticator.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import {
	ANNA,
	client,
	contentOf,
	email,
	emailsOf,
	MINUTE,
	NOW,
	OTHER_PASSWORD,
	tokenOf,
	type World,
	world,
} from "../world.ts";
import { eventsOf, firstStep, withFactor } from "./with-factor.ts";

const finish = (at: World, stepToken: string | null, proof: SecondProof, now = NOW, from = client()) =>
	finishSignIn(at.db, at.settings, { stepToken, proof }, from, now);

describe("the second step of signing in", () => {
	eachDatabase((openTestDb) => {
		test("the password opens a step and no session; the code opens the session, under a new value", async () => {
			const at = await world(openTestDb);
			const { id, key, sessionToken: before } = await withFactor(at);
			const sessions = () => at.db.selectFrom("sessions").selectAll().execute();
			const opened = await sessions();
			const stepToken = await firstStep(at);
			expect(await sessions()).toEqual(opened);
			expect(await findSession(at.db, stepToken, client(), NOW)).toBeNull();
			expect(JSON.stringify(await at.db.selectFrom("sign_in_steps").selectAll().execute())).not.toContain(
				stepToken,
			);
			expect(await findSignInStep(at.db, stepToken, NOW)).toEqual({ accountId: id, email: ANNA });

			const form = { stepToken, proof: { code: codeOf(key, NOW) }, replaces: before };
			const finished = await finishSignIn(at.db, at.settings, form, client(), NOW);
			if (finished.outcome !== "signed-in") throw new Error(finished.outcome);
			expect(await findSession(at.db, finished.sessionToken, client(), NOW)).toMatchObject({
				account: { id },
			});
			expect(await findSession(at.db, before, client(), NOW)).toBeNull();
			expect(await finishSignIn(at.db, at.settings, form, client(), NOW)).toEqual({ outcome: "dead-step" });
			expect((await eventsOf(at, id)).slice(-1)).toEqual(["signed-in"]);
		});

		test("a clock one time step off is forgiven, two are not", async () => {
			const at = await world(openTestDb);
			const { key } = await withFactor(at);
			const stepToken = await firstStep(at);
			for (const off of [-2, 2]) {
				expect(await finish(at, stepToken, { code: codeOf(key, NOW, off) })).toMatchObject({
					outcome: "wrong",
				});
			}
			for (const off of [-1, 1]) {
				const step = await firstStep(at);
				expect(await finish(at, step, { code: codeOf(key, NOW, off) })).toMatchObject({
					outcome: "signed-in",
				});
			}
		});

		test("a code counts once, and none of an earlier time step after it", async () => {
			const at = await world(openTestDb);
			const { key } = await withFactor(at);
			const used = codeOf(key, NOW);
			expect(await finish(at, await firstStep(at), { code: used })).toMatchObject({ outcome: "signed-in" });
			const stepToken = await firstStep(at);
			expect(await finish(at, stepToken, { code: used })).toMatchObject({ outcome: "wrong" });
			const earlier = codeOf(key, NOW, -1);
			expect(await finish(at, stepToken, { code: earlier })).toMatchObject({ outcome: "wrong" });
			const next = codeOf(key, NOW, 1);
			expect(await finish(at, stepToken, { code: next })).toMatchObject({ outcome: "signed-in" });
		});

		test("the code that turned it on does not sign in as well", async () => {
			const at = await world(openTestDb);
			const { key } = await withFactor(at);
			const setUpAt = NOW - MINUTE;
			const stepToken = await firstStep(at, ANNA, setUpAt);
			const code = codeOf(key, setUpAt);
			expect(await finish(at, stepToken, { code }, setUpAt)).toMatchObject({ outcome: "wrong" });
		});

		test("of twenty uses of one code at once exactly one signs in", async () => {
			const at = await world(openTestDb);
			const { key } = await withFactor(at);
			const steps = await Promise.all(
				Array.from({ length: 4 }, (_, i) => firstStep(at, ANNA, NOW, client(i + 10))),
			);
			const code = codeOf(key, NOW);
			// From as many networks, so that the throttle lets all of them through.
			const answers = await Promise.all(
				Array.from({ length: 20 }, (_, i) => finish(at, steps[i % 4] ?? "", { code }, NOW, client(i + 10))),
			);
			expect(answers.filter(({ outcome }) => outcome === "signed-in")).toHaveLength(1);
			expect(answers.filter(({ outcome }) => outcome === "too-many-attempts")).toEqual([]);
		});

		test("of twenty uses of one recovery code at once exactly one signs in", async () => {
			const at = await world(openTestDb);
			const { id, recoveryCodes } = await withFactor(at);
			const steps = await Promise.all(
				Array.from({ length: 4 }, (_, i) => firstStep(at, ANNA, NOW, client(i + 10))),
			);
			const proof = { recoveryCode: recoveryCodes[0] ?? "" };
			const answers = await Promise.all(
				Array.from({ length: 20 }, (_, i) => finish(at, steps[i % 4] ?? "", proof, NOW, client(i + 10))),
			);
			expect(answers.filter(({ outcome }) => outcome === "signed-in")).toHaveLength(1);
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ recoveryCodesLeft: 9 });
		});

		test("of six right proofs at once for one step one signs in, and the other recovery codes stay", async () => {
			const at = await world(openTestDb);
			const { id, recoveryCodes } = await withFactor(at);
			const stepToken = await firstStep(at);
			const answers = await Promise.all(
				recoveryCodes
					.slice(0, 6)
					.map((recoveryCode, i) => finish(at, stepToken, { recoveryCode }, NOW, client(i + 10))),
			);
			expect(answers.filter(({ outcome }) => outcome === "signed-in")).toHaveLength(1);
			expect(answers.filter(({ outcome }) => outcome === "dead-step")).toHaveLength(5);
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ recoveryCodesLeft: 9 });
		});

		test("a recovery code works once, however it is typed, and the owner is told", async () => {
			const at = await world(openTestDb);
			const { id, recoveryCodes } = await withFactor(at);
			await emailsOf(at);
			at.mailer.emails.length = 0;
			const typed = ` ${(recoveryCodes[3] ?? "").toUpperCase().replaceAll("-", " ")}`;
			expect(await finish(at, await firstStep(at), { recoveryCode: typed })).toMatchObject({
				outcome: "signed-in",
			});
			expect(await eventsOf(at, id)).toEqual(expect.arrayContaining(["recovery-code-used", "signed-in"]));
			const [message] = await emailsOf(at);
			expect(message).toMatchObject({ kind: "recovery-code-used", to: ANNA });
			expect(message?.text).toContain("Осталось 9 кодов");
			expect(contentOf(message)).toContain("сеть 192.0.1.•••");
			for (const secret of [typed.trim(), ...recoveryCodes]) expect(contentOf(message)).not.toContain(secret);
			expect(await finish(at, await firstStep(at), { recoveryCode: typed })).toMatchObject({
				outcome: "wrong",
			});
			expect(await finish(at, await firstStep(at), { recoveryCode: recoveryCodes[4] ?? "" })).toMatchObject({
				outcome: "signed-in",
			});
		});

		test("with the step used up by somebody else a recovery code is not lost", async () => {
			const at = await world(openTestDb);
			const { id, key, recoveryCodes } = await withFactor(at);
			const stepToken = await firstStep(at);
			await finish(at, stepToken, { code: codeOf(key, NOW) });
			expect(await finish(at, stepToken, { recoveryCode: recoveryCodes[0] ?? "" })).toEqual({
				outcome: "dead-step",
			});
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ recoveryCodesLeft: 10 });
		});

		test("a step is one account's: another's code and recovery code do not finish it", async () => {
			const at = await world(openTestDb);
			await withFactor(at);
			const boris = await withFactor(at, email("boris@example.ru"));
			const stepToken = await firstStep(at);
			for (const proof of [
				{ code: codeOf(boris.key, NOW) },
				{ recoveryCode: boris.recoveryCodes[0] ?? "" },
			]) {
				expect(await finish(at, stepToken, proof)).toMatchObject({ outcome: "wrong" });
			}
			const own = await firstStep(at, email("boris@example.ru"));
			expect(await finish(at, own, { code: codeOf(boris.key, NOW) })).toMatchObject({
				outcome: "signed-in",
			});
		});

		test("a step dies after ten minutes; none and an invented one are dead", async () => {
			const at = await world(openTestDb);
			const { key } = await withFactor(at);
			const stepToken = await firstStep(at);
			const later = NOW + STEP_MS;
			const code = codeOf(key, later);
			for (const dead of [stepToken, null, "", "A".repeat(43)]) {
				expect(await finish(at, dead, { code }, later)).toEqual({ outcome: "dead-step" });
			}
			expect(await finish(at, stepToken, { code: codeOf(key, later - 1) }, later - 1)).toMatchObject({
				outcome: "signed-in",
			});
			await firstStep(at);
			await forgetExpired(at.db, later);
			expect(await at.db.selectFrom("sign_in_steps").selectAll().execute()).toEqual([]);
		});

		test("of fifty guesses at once five are looked at; the owner elsewhere gets in, and here a minute later", async () => {
			const at = await world(openTestDb);
			const { id, key, recoveryCodes } = await withFactor(at);
			const stepToken = await firstStep(at);
			const guesses = await Promise.all(
				Array.from({ length: 50 }, () => finish(at, stepToken, { code: codeOf(key, NOW, 7) })),
			);
			expect(guesses.filter(({ outcome }) => outcome === "wrong")).toHaveLength(5);
			expect(guesses.filter(({ outcome }) => outcome === "too-many-attempts")).toHaveLength(45);
			const failures = (await eventsOf(at, id)).filter((kind) => kind === "second-step-failed");
			expect(failures).toHaveLength(5);
			// Even the right one, for a minute; a recovery code is counted apart.
			const right = { code: codeOf(key, NOW) };
			expect(await finish(at, stepToken, right)).toEqual({
				outcome: "too-many-attempts",
				retryAfterSeconds: 60,
			});
			const elsewhere = await firstStep(at, ANNA, NOW, client(2));
			expect(await finish(at, elsewhere, right, NOW, client(2))).toMatchObject({ outcome: "signed-in" });
			const withRecoveryCode = { recoveryCode: recoveryCodes[0] ?? "" };
			expect(await finish(at, await firstStep(at), withRecoveryCode)).toMatchObject({ outcome: "signed-in" });
			const later = NOW + MINUTE;
			expect(await finish(at, stepToken, { code: codeOf(key, later) }, later)).toMatchObject({
				outcome: "signed-in",
			});
		});

		test("guesses from many networks are stopped by the account", async () => {
			const at = await world(openTestDb);
			const { key } = await withFactor(at);
			const stepToken = await firstStep(at);
			const guesses = await Promise.all(
				Array.from({ length: 40 }, (_, i) =>
					finish(at, stepToken, { code: codeOf(key, NOW, 7) }, NOW, client(i + 10)),
				),
			);
			expect(guesses.filter(({ outcome }) => outcome === "wrong")).toHaveLength(30);
		});

		test("a new password by e-mail opens no session, does not go past the second factor, and ends open steps", async () => {
			const at = await world(openTestDb);
			const { key } = await withFactor(at);
			const stepToken = await firstStep(at);
			const asked = await requestReset(at.db, at.settings, ANNA, client(), NOW);
			if (asked.outcome !== "accepted") throw new Error(asked.outcome);
			const form = { token: tokenOf(asked.trialLink), newPassword: OTHER_PASSWORD };
			expect(await changePasswordByToken(at.db, at.settings, form, client(), NOW)).toEqual({
				outcome: "changed",
			});
			expect(await at.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
			expect(await finish(at, stepToken, { code: codeOf(key, NOW) })).toEqual({ outcome: "dead-step" });
			const anew = { email: ANNA, password: OTHER_PASSWORD };
			expect(await signIn(at.db, at.settings, anew, client(), NOW)).toMatchObject({ outcome: "second-step" });
		});

		test("turned off or blocked in between, the step is dead", async () => {
			const at = await world(openTestDb);
			const { id, key } = await withFactor(at);
			const stepToken = await firstStep(at);
			const code = { code: codeOf(key, NOW) };
			await at.db.updateTable("accounts").set({ state: "blocked" }).where("id", "=", id).execute();
			expect(await finish(at, stepToken, code)).toEqual({ outcome: "dead-step" });
			await at.db.updateTable("accounts").set({ state: "active" }).where("id", "=", id).execute();
			await dropSecondFactor(at.db, at.settings, { accountId: id }, CONSOLE, NOW);
			expect(await finish(at, stepToken, code)).toEqual({ outcome: "dead-step" });
		});

		test("a key moved into the row of another account opens nothing there", async () => {
			const at = await world(openTestDb);
			const { id, key } = await withFactor(at);
			const boris = email("boris@example.ru");
			const { id: his } = await withFactor(at, boris);
			const { sealed_seed } = await at.db
				.selectFrom("second_factors")
				.select("sealed_seed")
				.where("account_id", "=", id)
				.executeTakeFirstOrThrow();
			await at.db.updateTable("second_factors").set({ sealed_seed }).where("account_id", "=", his).execute();
			expect(await finish(at, await firstStep(at, boris), { code: codeOf(key, NOW) })).toEqual({
				outcome: "key-unreadable",
			});
		});

		test("with another secret the key cannot be opened: nobody gets in, nothing breaks, the operator can help", async () => {
			const at = await world(openTestDb);
			const { id, key, recoveryCodes } = await withFactor(at);
			const other: World = {
				...at,
				settings: { ...at.settings, secret: "another secret, also long enough" },
			};
			const stepToken = await firstStep(at);
			expect(await finish(other, stepToken, { code: codeOf(key, NOW) })).toEqual({
				outcome: "key-unreadable",
			});
			expect(await finish(other, stepToken, { recoveryCode: recoveryCodes[0] ?? "" })).toMatchObject({
				outcome: "wrong",
			});
			expect(await dropSecondFactor(other.db, other.settings, { accountId: id }, CONSOLE, NOW)).toMatchObject(
				{ outcome: "done" },
			);
		});
	});
});
