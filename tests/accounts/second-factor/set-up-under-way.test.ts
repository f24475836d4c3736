import { describe, expect, test, vi } from "vitest";
import { blockAccount } from "../../../app/accounts/block-account.server.ts";
import { beginSecondFactor } from "../../../app/accounts/second-factor/begin-second-factor.server.ts";
import { secondFactorOf } from "../../../app/accounts/second-factor/second-factor.server.ts";
import { CONSOLE } from "../../../app/accounts/staff/journal.server.ts";
import { lockRow } from "../../../app/platform/db/lock-row.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { untilLocked } from "../../support/database/until-locked.ts";
import { resetPassword, underWay } from "../under-way.ts";
import { client, NOW, somebody, type World, world } from "../world.ts";
import { proof } from "./with-factor.ts";

// Delayed by a test, not replaced.
vi.mock(import("node:crypto"), async (original) => {
	const crypto = await original();
	return { ...crypto, argon2: vi.fn(crypto.argon2) as unknown as typeof crypto.argon2 };
});

/** A request for a key that has verified the password. */
const beginning = ({ db, settings }: World, id: string) =>
	underWay(() => beginSecondFactor(db, settings, id, proof, client(2), NOW));

describe("a key of the second factor under way", () => {
	eachDatabase((openTestDb, database) => {
		test("ends as a wrong password when the password is reset meanwhile: the owner is shown no stranger's key", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const thief = await beginning(at, id);
			expect(await resetPassword(at)).toEqual({ outcome: "changed" });
			expect(await thief.finish()).toEqual({ outcome: "wrong-password", triesLeft: 0 });
			expect(await secondFactorOf(at.db, id, NOW)).toEqual({ state: "off" });
		});

		test("is not made for an account that is blocked meanwhile", async () => {
			const at = await world(openTestDb);
			const { id } = await somebody(at);
			const thief = await beginning(at, id);
			const blocked = await blockAccount(at.db, at.settings, { accountId: id }, CONSOLE, NOW);
			expect(blocked.outcome).toBe("done");
			expect(await thief.finish()).toMatchObject({ outcome: "wrong-password" });
			expect(await secondFactorOf(at.db, id, NOW)).toEqual({ state: "off" });
		});

		// SQLite has one transaction at a time.
		test.runIf(database === "PostgreSQL")(
			"goes where it is written down while the new password waits for the account",
			async () => {
				const at = await world(openTestDb);
				const { id } = await somebody(at);
				const begun = { account_id: id, sealed_seed: "?", confirmed_at: null, last_step: 0, created_at: NOW };
				const changed = await transact(at.db, async (trx) => {
					await lockRow(trx, "accounts", id);
					const changed = resetPassword(at);
					await untilLocked(at.db);
					await trx.insertInto("second_factors").values(begun).execute();
					return { changed };
				});
				expect(await changed.changed).toEqual({ outcome: "changed" });
				expect(await secondFactorOf(at.db, id, NOW)).toEqual({ state: "off" });
			},
		);
	});
});
