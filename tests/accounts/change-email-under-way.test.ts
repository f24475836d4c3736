import { describe, expect, test, vi } from "vitest";
import { blockAccount } from "../../app/accounts/block-account.server.ts";
import { askEmailChange, pendingEmail } from "../../app/accounts/email-change/change-email.server.ts";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import { lockRow } from "../../app/platform/db/lock-row.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { untilLocked } from "../support/database/until-locked.ts";
import { resetPassword, underWay } from "./under-way.ts";
import { ANNA, client, DAY, email, emailsOf, NOW, PASSWORD, somebody, type World, world } from "./world.ts";

const THIEFS = email("thief@example.ru");

// Delayed by a test, not replaced.
vi.mock(import("node:crypto"), async (original) => {
	const crypto = await original();
	return { ...crypto, argon2: vi.fn(crypto.argon2) as unknown as typeof crypto.argon2 };
});

/** A request for another e-mail that has verified the password. */
const asking = ({ db, settings }: World, id: string) => {
	const proof = { email: THIEFS, currentPassword: PASSWORD };
	return underWay(() => askEmailChange(db, settings, { id, email: ANNA }, proof, client(2), NOW));
};

describe("a request for another e-mail under way", () => {
	eachDatabase((openTestDb, database) => {
		test("ends as a wrong password when the password is reset meanwhile, and no link leaves", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const thief = await asking(at, id);
			expect(await resetPassword(at)).toEqual({ outcome: "changed" });
			expect(await thief.finish()).toEqual({ outcome: "wrong-password", triesLeft: 0 });
			expect(await pendingEmail(at.db, id, NOW)).toBeNull();
			expect(await at.db.selectFrom("one_time_tokens").selectAll().execute()).toEqual([]);
			const kinds = (await emailsOf(at)).map(({ kind }) => kind);
			expect(kinds.sort()).toEqual(["password-changed", "reset-password"]);
		});

		test("changes nothing of an account that is blocked meanwhile", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const thief = await asking(at, id);
			const blocked = await blockAccount(at.db, at.settings, { accountId: id }, CONSOLE, NOW);
			expect(blocked.outcome).toBe("done");
			expect(await thief.finish()).toMatchObject({ outcome: "wrong-password" });
			expect(await pendingEmail(at.db, id, NOW)).toBeNull();
		});

		// SQLite has one transaction at a time.
		test.runIf(database === "PostgreSQL")(
			"is withdrawn where it is written down while the new password waits for the account",
			async () => {
				const at = await world(openTestDb);
				const { id } = await somebody(at);
				const wanted = { account_id: id, email: THIEFS, created_at: NOW, expires_at: NOW + DAY };
				const changed = await transact(at.db, async (trx) => {
					await lockRow(trx, "accounts", id);
					const changed = resetPassword(at);
					await untilLocked(at.db);
					await trx.insertInto("email_changes").values(wanted).execute();
					return { changed };
				});
				expect(await changed.changed).toEqual({ outcome: "changed" });
				expect(await pendingEmail(at.db, id, NOW)).toBeNull();
			},
		);
	});
});
