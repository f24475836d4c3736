import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { forgetExpired } from "../../../app/accounts/forget-expired.server.ts";
import { changePassword } from "../../../app/accounts/password/change-password.server.ts";
import { type OwnersProof, sendOwnerCode } from "../../../app/accounts/password/prove-owner.server.ts";
import {
	beginSecondFactor,
	findKeyToSetUp,
} from "../../../app/accounts/second-factor/begin-second-factor.server.ts";
import { renewRecoveryCodes } from "../../../app/accounts/second-factor/renew-recovery-codes.server.ts";
import { secondFactorOf } from "../../../app/accounts/second-factor/second-factor.server.ts";
import {
	dropSecondFactor,
	turnOffSecondFactor,
} from "../../../app/accounts/second-factor/turn-off-second-factor.server.ts";
import { openSignedInSession } from "../../../app/accounts/sessions/open-signed-in.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { codeOf, fromBase32 } from "../../support/authenticator.ts";
import { eachDatabase, urlOf } from "../../support/database/databases.ts";
import {
	ANNA,
	client,
	contentOf,
	emailsOf,
	HOUR,
	NOW,
	OTHER_PASSWORD,
	PASSWORD,
	somebody,
	world,
} from "../world.ts";
import { begun, confirm, eventsOf, proof, SET_UP_AT, withCode, withFactor } from "./with-factor.ts";

describe("setting the second factor up", () => {
	eachDatabase((openTestDb, name) => {
		test("gives a key of 160 bits as text and as an address for the camera", async () => {
			const at = await world(openTestDb, { appName: "Чат: мой" });
			const { key, uri } = await begun(at);
			expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
			expect(fromBase32(key)).toHaveLength(20);
			const address = new URL(uri);
			expect(uri).toMatch(/^otpauth:\/\/totp\//);
			expect(decodeURIComponent(address.pathname)).toBe("/Чат мой:anna@example.ru");
			expect(Object.fromEntries(address.searchParams)).toEqual({
				secret: key.replaceAll(" ", ""),
				issuer: "Чат мой",
				algorithm: "SHA1",
				digits: "6",
				period: "30",
			});
		});

		test("asks who it is first, and asks nobody for a code until the first one has come back", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const wrong = { currentPassword: OTHER_PASSWORD };
			expect(await beginSecondFactor(at.db, at.settings, id, wrong, client(), NOW)).toMatchObject({
				outcome: "wrong-password",
			});
			expect(await secondFactorOf(at.db, id, NOW)).toEqual({ state: "off" });
			await beginSecondFactor(at.db, at.settings, id, proof, client(), NOW);
			expect(await secondFactorOf(at.db, id, NOW)).toEqual({ state: "begun" });
			const form = { email: ANNA, password: PASSWORD };
			expect(await signIn(at.db, at.settings, form, client(), NOW)).toMatchObject({ outcome: "signed-in" });
		});

		test("a wrong code turns nothing on; the right one does, ends other sessions and gives ten codes", async () => {
			const at = await world(openTestDb);
			const of = await begun(at);
			const form = { email: ANNA, password: PASSWORD };
			const other = await signIn(at.db, at.settings, form, client(2), SET_UP_AT);
			if (other.outcome !== "signed-in") throw new Error(other.outcome);
			const wrong = codeOf(of.key, SET_UP_AT, 5);
			expect(await confirm(at, of, wrong, SET_UP_AT)).toEqual({ outcome: "wrong-code" });
			expect(await secondFactorOf(at.db, of.account.id, SET_UP_AT)).toEqual({ state: "begun" });

			const code = codeOf(of.key, SET_UP_AT);
			const confirmed = await confirm(at, of, code, SET_UP_AT);
			if (confirmed.outcome !== "confirmed") throw new Error(confirmed.outcome);
			expect(new Set(confirmed.recoveryCodes).size).toBe(10);
			// 12 characters out of 30: 58 bits.
			for (const one of confirmed.recoveryCodes)
				expect(one).toMatch(/^[2-9a-hjkmnp-tv-z]{4}(-[2-9a-hjkmnp-tv-z]{4}){2}$/);
			expect(await secondFactorOf(at.db, of.account.id, NOW)).toEqual({
				state: "on",
				since: SET_UP_AT,
				recoveryCodesLeft: 10,
			});
			expect(await findSession(at.db, other.sessionToken, client(), NOW)).toBeNull();
			expect(await findSession(at.db, of.sessionToken, client(), NOW)).not.toBeNull();
			expect(await eventsOf(at, of.account.id)).toContain("second-factor-on");
			const messages = await emailsOf(at);
			expect(messages.map(({ kind, to }) => [kind, to])).toEqual([["second-factor-on", ANNA]]);
			expect(contentOf(messages[0])).toContain("сеть 192.0.1.•••");
			const key = of.key.replaceAll(" ", "");
			for (const secret of [of.key, key, code, PASSWORD, ...confirmed.recoveryCodes])
				expect(contentOf(messages[0])).not.toContain(secret);
			expect(await confirm(at, of, code, SET_UP_AT)).toEqual({ outcome: "nothing-begun" });
		});

		test("a key that waits for its first code goes with the password that it was begun by", async () => {
			const at = await world(openTestDb);
			const of = await begun(at);
			const form = { accountId: of.account.id, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
			expect(await changePassword(at.db, at.settings, form, client(), SET_UP_AT)).toMatchObject({
				outcome: "changed",
			});
			expect(await secondFactorOf(at.db, of.account.id, SET_UP_AT)).toEqual({ state: "off" });
			expect(await findKeyToSetUp(at.db, at.settings, of.account, SET_UP_AT)).toBeNull();
			const code = codeOf(of.key, SET_UP_AT);
			expect(await confirm(at, of, code, SET_UP_AT)).toEqual({ outcome: "nothing-begun" });
		});

		test("of twenty confirmations at once one is told the recovery codes", async () => {
			const at = await world(openTestDb);
			const of = await begun(at);
			const code = codeOf(of.key, SET_UP_AT);
			const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(at, of, code, SET_UP_AT)));
			expect(answers.filter(({ outcome }) => outcome === "confirmed")).toHaveLength(1);
			expect(await secondFactorOf(at.db, of.account.id, NOW)).toMatchObject({ recoveryCodesLeft: 10 });
		});

		test("nobody slips in by the password alone at the moment it is turned on", async () => {
			const at = await world(openTestDb);
			const of = await begun(at);
			const account = await at.db.selectFrom("accounts").select("password_hash").executeTakeFirstOrThrow();
			const password = { passwordHash: account.password_hash ?? "" };
			const enter = () => openSignedInSession(at.db, of.account.id, password, client(2), null, SET_UP_AT);
			const before = Array.from({ length: 8 }, enter);
			const confirmed = confirm(at, of, codeOf(of.key, SET_UP_AT), SET_UP_AT);
			const entered = await Promise.all([...before, ...Array.from({ length: 8 }, enter)]);
			expect(await confirmed).toMatchObject({ outcome: "confirmed" });
			const sessions = await at.db.selectFrom("sessions").select("id").execute();
			expect(sessions.map(({ id }) => id)).toEqual([of.sessionId]);
			expect((await enter())?.outcome).toBe("second-step");
			expect(entered).toHaveLength(16);
		});

		test("a key that nobody confirmed within the hour is dead and forgotten, one that counts stays", async () => {
			const at = await world(openTestDb);
			const of = await begun(at);
			const later = SET_UP_AT + HOUR;
			expect(await findKeyToSetUp(at.db, at.settings, of.account, later)).toBeNull();
			expect(await confirm(at, of, codeOf(of.key, later), later)).toEqual({ outcome: "nothing-begun" });
			await forgetExpired(at.db, later);
			expect(await at.db.selectFrom("second_factors").selectAll().execute()).toEqual([]);
		});

		test("a key that counts is not replaced, shown or forgotten", async () => {
			const at = await world(openTestDb);
			const { id, account } = await withFactor(at);
			expect(await beginSecondFactor(at.db, at.settings, id, proof, client(), NOW)).toEqual({
				outcome: "already-on",
			});
			expect(await findKeyToSetUp(at.db, at.settings, account, NOW)).toBeNull();
			await forgetExpired(at.db, NOW + 2 * HOUR);
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ state: "on" });
		});

		test("lies in the database unreadable: neither the key nor a recovery code", async () => {
			const at = await world(openTestDb);
			const { key, recoveryCodes } = await withFactor(at);
			const seed = fromBase32(key);
			const readable = [
				key,
				key.replaceAll(" ", ""),
				seed.toString("base64"),
				seed.toString("base64url"),
				seed.toString("hex"),
				...recoveryCodes,
				...recoveryCodes.map((code) => code.replaceAll("-", "")),
			];
			const rows = JSON.stringify([
				await at.db.selectFrom("second_factors").selectAll().execute(),
				await at.db.selectFrom("recovery_codes").selectAll().execute(),
			]);
			for (const text of readable) expect(rows).not.toContain(text);
			if (name === "PostgreSQL") return;
			// The file and its log, where what was there before lives on for a while.
			const file = urlOf(at.db).slice("sqlite:".length);
			const bytes = Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]);
			expect(bytes.includes(ANNA)).toBe(true);
			for (const text of [...readable.map((one) => Buffer.from(one)), seed])
				expect(bytes.includes(text)).toBe(false);
		});
	});
});

describe("turning the second factor off", () => {
	eachDatabase((openTestDb) => {
		test("asks for the password and the second factor, and the owner is told", async () => {
			const at = await world(openTestDb);
			const of = await withFactor(at);
			const { id } = of;
			const wrong = { ...withCode(of), currentPassword: OTHER_PASSWORD };
			const alone = await turnOffSecondFactor(at.db, at.settings, id, proof, client(), NOW);
			expect(alone).toEqual({ outcome: "app-code-needed" });
			expect(await turnOffSecondFactor(at.db, at.settings, id, wrong, client(), NOW)).toMatchObject({
				outcome: "wrong-password",
			});
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ state: "on" });
			const off = await turnOffSecondFactor(at.db, at.settings, id, withCode(of), client(), NOW);
			expect(off).toEqual({ outcome: "off" });
			expect(await secondFactorOf(at.db, id, NOW)).toEqual({ state: "off" });
			expect(await at.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
			const form = { email: ANNA, password: PASSWORD };
			expect(await signIn(at.db, at.settings, form, client(), NOW)).toMatchObject({ outcome: "signed-in" });
			const message = (await emailsOf(at)).at(-1);
			expect(message).toMatchObject({ kind: "second-factor-off", to: ANNA });
			expect(contentOf(message)).toContain("сеть 192.0.1.•••");
			expect(await eventsOf(at, id)).toContain("second-factor-off");
			expect(await turnOffSecondFactor(at.db, at.settings, id, proof, client(), NOW)).toEqual({
				outcome: "was-off",
			});
		});

		test("an account without a password does it with the six digits of an e-mail and the code", async () => {
			const at = await world(openTestDb);
			const of = await withFactor(at);
			const { id, account } = of;
			await at.db.updateTable("accounts").set({ password_hash: null }).where("id", "=", id).execute();
			const sent = await sendOwnerCode(at.db, at.settings, account, NOW);
			const code = sent.outcome === "sent" ? (sent.trialCode ?? "") : "";
			const { appCode } = withCode(of);
			const turnOff = (typed: OwnersProof) =>
				turnOffSecondFactor(at.db, at.settings, id, typed, client(), NOW);
			expect(await turnOff(withCode(of))).toMatchObject({ outcome: "wrong-code" });
			// A wrong code of the app does not use up the e-mail's.
			const missed = codeOf(of.key, NOW, 5);
			expect(await turnOff({ code, appCode: missed })).toMatchObject({ outcome: "wrong-app-code" });
			expect(await turnOff({ code, appCode })).toEqual({ outcome: "off" });
		});

		test("the operator can do it for a lost phone, and the owner is told", async () => {
			const at = await world(openTestDb);
			const { id } = await withFactor(at);
			expect(await dropSecondFactor(at.db, at.settings, { accountId: id }, CONSOLE, NOW)).toMatchObject({
				outcome: "done",
			});
			expect(await secondFactorOf(at.db, id, NOW)).toEqual({ state: "off" });
			const message = (await emailsOf(at)).at(-1);
			expect(message).toMatchObject({ kind: "second-factor-off", to: ANNA });
			expect(contentOf(message)).toContain("Кто: Владелец сервиса");
			expect(await dropSecondFactor(at.db, at.settings, { accountId: id }, CONSOLE, NOW)).toEqual({
				outcome: "unchanged",
			});
			expect(
				await dropSecondFactor(at.db, at.settings, { accountId: crypto.randomUUID() }, CONSOLE, NOW),
			).toEqual({
				outcome: "unchanged",
			});
		});

		test("a key that nobody confirmed goes without an e-mail", async () => {
			const at = await world(openTestDb);
			const { account } = await begun(at);
			expect(await dropSecondFactor(at.db, at.settings, { accountId: account.id }, CONSOLE, NOW)).toEqual({
				outcome: "unchanged",
			});
			expect(await secondFactorOf(at.db, account.id, SET_UP_AT)).toEqual({ state: "off" });
			expect(await emailsOf(at)).toEqual([]);
		});
	});
});

describe("renewing the recovery codes", () => {
	eachDatabase((openTestDb) => {
		test("asks who it is; those before are dead, and the owner is told without being told the codes", async () => {
			const at = await world(openTestDb);
			const of = await withFactor(at);
			const { id, recoveryCodes } = of;
			await emailsOf(at);
			at.mailer.emails.length = 0;
			const wrong = { ...withCode(of), currentPassword: OTHER_PASSWORD };
			expect(await renewRecoveryCodes(at.db, at.settings, id, wrong, client(), NOW)).toMatchObject({
				outcome: "wrong-password",
			});
			const renewed = await renewRecoveryCodes(at.db, at.settings, id, withCode(of), client(), NOW);
			if (renewed.outcome !== "renewed") throw new Error(renewed.outcome);
			expect(renewed.recoveryCodes).toHaveLength(10);
			expect(renewed.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
			expect(await secondFactorOf(at.db, id, NOW)).toMatchObject({ recoveryCodesLeft: 10 });
			expect(await eventsOf(at, id)).toContain("recovery-codes-renewed");
			const messages = await emailsOf(at);
			expect(messages.map(({ kind, to }) => [kind, to])).toEqual([["recovery-codes-renewed", ANNA]]);
			expect(contentOf(messages[0])).toContain("сеть 192.0.1.•••");
			for (const secret of [...recoveryCodes, ...renewed.recoveryCodes, PASSWORD])
				expect(contentOf(messages[0])).not.toContain(secret);
		});

		test("without a second factor there are none", async () => {
			const at = await world(openTestDb);
			const { account } = await begun(at);
			expect(await renewRecoveryCodes(at.db, at.settings, account.id, proof, client(), NOW)).toEqual({
				outcome: "is-off",
			});
			expect(await emailsOf(at)).toEqual([]);
			expect(await at.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
		});
	});
});
