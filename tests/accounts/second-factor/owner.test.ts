import { describe, expect, test } from "vitest";
import { changePassword } from "../../../app/accounts/password/change-password.server.ts";
import { type OwnersProof, proveOwner } from "../../../app/accounts/password/prove-owner.server.ts";
import { renewRecoveryCodes } from "../../../app/accounts/second-factor/renew-recovery-codes.server.ts";
import { secondFactorOf } from "../../../app/accounts/second-factor/second-factor.server.ts";
import { turnOffSecondFactor } from "../../../app/accounts/second-factor/turn-off-second-factor.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { throttleAll, throttles } from "../../../app/accounts/throttle.server.ts";
import { codeOf } from "../../support/authenticator.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { ANNA, client, emailsOf, MINUTE, NOW, OTHER_PASSWORD, PASSWORD, somebody, world } from "../world.ts";
import { eventsOf, proof, withCode, withFactor } from "./with-factor.ts";

const NEW_PASSWORD = "совсем другой пароль 7";

describe("an action that matters, with the second factor on", () => {
	eachDatabase((openTestDb) => {
		test("asks for the code before it looks at the password, and tells nothing by that", async () => {
			const at = await world(openTestDb);
			const { id } = await withFactor(at);
			for (let i = 0; i < 9; i++) {
				for (const currentPassword of [PASSWORD, OTHER_PASSWORD]) {
					const proved = await proveOwner(at.db, at.settings, id, { currentPassword }, client(), NOW);
					expect(proved).toEqual({ outcome: "app-code-needed" });
				}
			}
		});

		test("takes password and code, each code once", async () => {
			const at = await world(openTestDb);
			const of = await withFactor(at);
			const prove = (typed: OwnersProof, now = NOW) =>
				proveOwner(at.db, at.settings, of.id, typed, client(), now);
			const wrong = { ...proof, appCode: codeOf(of.key, NOW, 5) };
			expect(await prove(wrong)).toMatchObject({ outcome: "wrong-app-code" });
			expect(await prove({ ...withCode(of), currentPassword: OTHER_PASSWORD })).toMatchObject({
				outcome: "wrong-password",
			});
			expect(await prove(withCode(of))).toEqual({ outcome: "proved" });
			expect(await prove(withCode(of))).toMatchObject({ outcome: "wrong-app-code" });
			expect(await prove(withCode(of, NOW + MINUTE), NOW + MINUTE)).toEqual({ outcome: "proved" });
		});

		test("takes a recovery code for a lost phone, once, and the owner is told", async () => {
			const at = await world(openTestDb);
			const { id, recoveryCodes } = await withFactor(at);
			const appCode = recoveryCodes[3]?.toUpperCase().replaceAll("-", " ") ?? "";
			const prove = () => proveOwner(at.db, at.settings, id, { ...proof, appCode }, client(), NOW);
			expect(await prove()).toEqual({ outcome: "proved" });
			expect(await prove()).toMatchObject({ outcome: "wrong-app-code" });
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ recoveryCodesLeft: 9 });
			expect(await eventsOf(at, id)).toContain("recovery-code-used");
			const told = await at.db
				.selectFrom("letters")
				.select("recipient")
				.where("kind", "=", "recovery-code-used")
				.execute();
			expect(told).toEqual([{ recipient: ANNA }]);
		});

		test("guessing the code ends as guessing the password does", async () => {
			const at = await world(openTestDb);
			const of = await withFactor(at);
			const guess = (i: number) =>
				proveOwner(
					at.db,
					at.settings,
					of.id,
					{ ...proof, appCode: codeOf(of.key, NOW, i + 5) },
					client(),
					NOW,
				);
			const outcomes = [];
			for (let i = 0; i < 7; i++) outcomes.push((await guess(i)).outcome);
			expect(outcomes.slice(0, 5)).toEqual(Array(5).fill("wrong-app-code"));
			expect(outcomes.slice(5)).toEqual(Array(2).fill("too-many-attempts"));
		});

		test("of several proofs with one code at once one counts", async () => {
			const at = await world(openTestDb);
			const of = await withFactor(at);
			const proved = await Promise.all(
				Array.from({ length: 5 }, () => proveOwner(at.db, at.settings, of.id, withCode(of), client(), NOW)),
			);
			expect(proved.filter(({ outcome }) => outcome === "proved")).toHaveLength(1);
		});
	});
});

describe("changes of the second factor", () => {
	eachDatabase((openTestDb) => {
		test("are counted, as each is told by e-mail: a loop with the codes on paper would write without end", async () => {
			const at = await world(openTestDb);
			const { id, recoveryCodes } = await withFactor(at);
			let codes = [...recoveryCodes];
			const onPaper = () => ({ ...proof, appCode: codes.shift() ?? "" });
			// As nineteen changes would.
			const counts = throttles.wayIn(at.settings.secret, id);
			for (let i = 0; i < 19; i++) await throttleAll(at.db, counts, NOW);
			const renewed = await renewRecoveryCodes(at.db, at.settings, id, onPaper(), client(), NOW);
			if (renewed.outcome !== "renewed") throw new Error(renewed.outcome);
			codes = renewed.recoveryCodes;
			for (const changeIt of [renewRecoveryCodes, turnOffSecondFactor])
				expect(await changeIt(at.db, at.settings, id, onPaper(), client(), NOW)).toEqual({
					outcome: "too-many-attempts",
					retryAfterSeconds: 600,
				});
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ recoveryCodesLeft: 8 });
			const later = NOW + 10 * MINUTE;
			expect(await turnOffSecondFactor(at.db, at.settings, id, onPaper(), client(), later)).toEqual({
				outcome: "off",
			});
		});
	});
});

describe("changing the password with the second factor on", () => {
	eachDatabase((openTestDb) => {
		test("needs the code; a password that is refused does not use it up", async () => {
			const at = await world(openTestDb);
			const of = await withFactor(at);
			const change = (newPassword: string, appCode?: string, currentPassword = PASSWORD) =>
				changePassword(
					at.db,
					at.settings,
					{ accountId: of.id, currentPassword, newPassword, appCode },
					client(),
					NOW,
				);
			const code = codeOf(of.key, NOW);
			expect(await change(NEW_PASSWORD)).toEqual({ outcome: "app-code-needed" });
			expect(await change(NEW_PASSWORD, codeOf(of.key, NOW, 5))).toMatchObject({ outcome: "wrong-app-code" });
			expect(await change(NEW_PASSWORD, code, OTHER_PASSWORD)).toMatchObject({ outcome: "wrong-password" });
			expect(await change("123", code)).toMatchObject({ outcome: "password-refused" });
			const form = { email: ANNA, password: PASSWORD };
			expect(await signIn(at.db, at.settings, form, client(2), NOW)).toMatchObject({
				outcome: "second-step",
			});
			expect(await change(NEW_PASSWORD, code)).toMatchObject({ outcome: "changed" });
			expect((await emailsOf(at)).map(({ kind }) => kind)).toContain("password-changed");
		});

		test("without a second factor the password is enough", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const form = { accountId: id, currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
			const changed = await changePassword(at.db, at.settings, form, client(), NOW);
			expect(changed).toMatchObject({ outcome: "changed" });
		});
	});
});
