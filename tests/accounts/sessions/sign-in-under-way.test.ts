import { describe, expect, test, vi } from "vitest";
import { blockAccount } from "../../../app/accounts/block-account.server.ts";
import { changePassword } from "../../../app/accounts/password/change-password.server.ts";
import { openSignInStep } from "../../../app/accounts/second-factor/sign-in-steps.server.ts";
import { openSignedInSession } from "../../../app/accounts/sessions/open-signed-in.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { linkYandex, unlinkYandex } from "../../../app/accounts/yandex/link-yandex.server.ts";
import { lockRow } from "../../../app/platform/db/lock-row.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { untilLocked } from "../../support/database/until-locked.ts";
import { eventsOf, withFactor } from "../second-factor/with-factor.ts";
import { resetPassword, underWay } from "../under-way.ts";
import { ANNA, client, NOW, OTHER_PASSWORD, PASSWORD, somebody, type World, world } from "../world.ts";

// Delayed by a test, not replaced.
vi.mock(import("node:crypto"), async (original) => {
	const crypto = await original();
	return { ...crypto, argon2: vi.fn(crypto.argon2) as unknown as typeof crypto.argon2 };
});

/** A sign-in that has verified the password. */
const signingIn = ({ db, settings }: World) =>
	underWay(() => signIn(db, settings, { email: ANNA, password: PASSWORD }, client(2), NOW));

describe("a sign-in under way", () => {
	eachDatabase((openTestDb, database) => {
		const rows = ({ db }: World, table: "sessions" | "sign_in_steps") =>
			db.selectFrom(table).selectAll().execute();

		test("ends as a wrong password when the password is reset meanwhile", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const thief = await signingIn(at);
			expect(await resetPassword(at)).toEqual({ outcome: "changed" });
			expect(await thief.finish()).toEqual({ outcome: "wrong", triesLeft: 4 });
			expect(await rows(at, "sessions")).toEqual([]);
			expect(await eventsOf(at, id)).toContain("sign-in-failed");
		});

		test("leaves the owner's session alone when the password is changed meanwhile", async () => {
			const at = await world(openTestDb);
			const { id: accountId } = await somebody(at);
			const thief = await signingIn(at);
			const form = { accountId, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD };
			expect(await changePassword(at.db, at.settings, form, client(), NOW)).toMatchObject({
				outcome: "changed",
			});
			expect(await thief.finish()).toMatchObject({ outcome: "wrong" });
			expect(await rows(at, "sessions")).toHaveLength(1);
		});

		test("opens no step for the code either", async () => {
			const at = await world(openTestDb);
			await withFactor(at);
			const thief = await signingIn(at);
			expect(await resetPassword(at)).toEqual({ outcome: "changed" });
			expect(await thief.finish()).toMatchObject({ outcome: "wrong" });
			expect(await rows(at, "sign_in_steps")).toEqual([]);
		});

		test("opens nothing in an account that is blocked meanwhile", async () => {
			const at = await world(openTestDb);
			const { id: accountId } = await somebody(at);
			const thief = await signingIn(at);
			const blocked = await blockAccount(at.db, at.settings, { accountId }, CONSOLE, NOW);
			expect(blocked.outcome).toBe("done");
			expect(await thief.finish()).toMatchObject({ outcome: "wrong" });
			expect(await rows(at, "sessions")).toEqual([]);
		});

		test("opens nothing by a Yandex ID that belongs to the account no more", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const profile = { subject: "1", login: "anna", name: null, email: null };
			await linkYandex(at.db, at.settings, id, profile, client(), NOW);
			const enter = (yandexId: string) => openSignedInSession(at.db, id, { yandexId }, client(2), null, NOW);
			expect(await enter("1")).toMatchObject({ outcome: "signed-in" });
			expect(await enter("2")).toBeNull();
			await unlinkYandex(at.db, at.settings, id, client(), NOW);
			expect(await enter("1")).toBeNull();
		});

		// SQLite has one transaction at a time.
		test.runIf(database === "PostgreSQL")(
			"leaves no step that it opens while the change waits for the account",
			async () => {
				const at = await world(openTestDb);
				const { id } = await withFactor(at);
				const changed = await transact(at.db, async (trx) => {
					await lockRow(trx, "accounts", id);
					const changed = resetPassword(at);
					await untilLocked(at.db);
					await openSignInStep(trx, id, NOW);
					return { changed };
				});
				expect(await changed.changed).toEqual({ outcome: "changed" });
				expect(await rows(at, "sign_in_steps")).toEqual([]);
			},
		);
	});
});
