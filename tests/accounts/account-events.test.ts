import { describe, expect, test } from "vitest";
import { lastEvents } from "../../app/accounts/audit/account-events.server.ts";
import { changePassword, changePasswordByToken } from "../../app/accounts/password/change-password.server.ts";
import { requestReset } from "../../app/accounts/password/recover.server.ts";
import { signIn } from "../../app/accounts/sessions/sign-in.server.ts";
import { signOut } from "../../app/accounts/sessions/sign-out.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import {
	ANNA,
	client,
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

const kinds = async ({ db }: World, accountId: string) =>
	(await lastEvents(db, accountId, 50)).map(({ kind }) => kind).reverse();

const everything = ({ db }: World) => db.selectFrom("account_events").selectAll().orderBy("at").execute();

describe("what happens to an account is written down", () => {
	eachDatabase((openTestDb) => {
		test("registering, signing in and out, failing, and both ways to a new password", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const sign = (password: string, now: number) =>
				signIn(at.db, at.settings, { email: ANNA, password }, client(2), now);
			const signed = await sign(PASSWORD, NOW + 1);
			await signOut(at.db, signed.outcome === "signed-in" ? signed.sessionToken : null, client(2), NOW + 2);
			await signOut(at.db, "nobody's", client(2), NOW + 3);
			await sign(OTHER_PASSWORD, NOW + 4);
			const change = { accountId: id, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
			await changePassword(
				at.db,
				at.settings,
				{ ...change, currentPassword: "не тот пароль" },
				client(),
				NOW + 5,
			);
			await changePassword(at.db, at.settings, change, client(), NOW + 6);
			const asked = await requestReset(at.db, at.settings, ANNA, client(), NOW + HOUR);
			const token = tokenOf(asked.outcome === "accepted" ? asked.trialLink : "");
			const form = { token, newPassword: PASSWORD };
			await changePasswordByToken(at.db, at.settings, form, client(3), NOW + HOUR + 1);
			await changePasswordByToken(at.db, at.settings, form, client(3), NOW + HOUR + 2);
			expect(await kinds(at, id)).toEqual([
				"registered",
				"signed-in",
				"signed-out",
				"sign-in-failed",
				"password-changed",
				"password-reset-asked",
				"password-reset",
			]);
			expect((await lastEvents(at.db, id, 1))[0]).toMatchObject({
				kind: "password-reset",
				at: NOW + HOUR + 1,
				network: "192.0.3.0/24",
				userAgent: "Browser 3",
			});
		});

		test("for an e-mail that nobody has as many rows are written, without saying whose", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const before = (await everything(at)).length;
			for (const email of [ANNA, "nobody@example.ru", "no e-mail at all"]) {
				await signIn(at.db, at.settings, { email, password: OTHER_PASSWORD }, client(), NOW + MINUTE);
			}
			const rows = (await everything(at)).slice(before);
			expect(rows.map(({ account_id, kind }) => [account_id, kind])).toEqual(
				expect.arrayContaining([
					[id, "sign-in-failed"],
					[null, "sign-in-failed"],
					[null, "sign-in-failed"],
				]),
			);
			expect(rows).toHaveLength(3);
			expect(JSON.stringify(rows)).not.toMatch(/@|no e-mail/);
		});

		test("the right password of a blocked account is a failure too; a wrong one says nothing of the block", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			await at.db.updateTable("accounts").set({ state: "blocked" }).where("id", "=", id).execute();
			const sign = (password: string) =>
				signIn(at.db, at.settings, { email: ANNA, password }, client(), NOW + 1);
			expect(await sign(OTHER_PASSWORD)).toMatchObject({ outcome: "wrong" });
			expect(await sign(PASSWORD)).toEqual({ outcome: "blocked" });
			expect(await kinds(at, id)).toEqual(["registered", "sign-in-failed", "sign-in-failed"]);
			const asked = await requestReset(at.db, at.settings, ANNA, client(), NOW + HOUR);
			expect(asked).toEqual({ outcome: "accepted" });
			expect((await everything(at)).at(-1)).toMatchObject({ account_id: null, kind: "password-reset-asked" });
		});
	});
});
