import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { blockAccount } from "../../app/accounts/block-account.server.ts";
import { deleteAccount } from "../../app/accounts/delete-account.server.ts";
import { openSignInStep } from "../../app/accounts/second-factor/sign-in-steps.server.ts";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import { hashOfToken } from "../../app/accounts/tokens/secrets.server.ts";
import { lockRow } from "../../app/platform/db/lock-row.server.ts";
import { transact } from "../../app/platform/db/transact.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { untilLocked } from "../support/database/until-locked.ts";
import { NOW, somebody, type World, world } from "./world.ts";

type End = (at: World, accountId: string) => Promise<{ outcome: string }>;

const ENDS: [string, End][] = [
	["a block", ({ db, settings }, accountId) => blockAccount(db, settings, { accountId }, CONSOLE, NOW)],
	["a deletion", ({ db, settings }, accountId) => deleteAccount(db, settings, accountId, "person", NOW)],
];

describe("the order of locks", () => {
	eachDatabase((openTestDb, database) => {
		for (const [name, end] of ENDS) {
			// SQLite has one transaction at a time.
			test.runIf(database === "PostgreSQL")(
				`${name} takes a sign-in that waits for its code before the account, as a new password does`,
				async () => {
					const at = await world(openTestDb);
					const { id } = await somebody(at);
					const stepToken = await transact(at.db, (trx) => openSignInStep(trx, id, NOW));
					const { ended, free } = await transact(at.db, async (trx) => {
						await lockRow(trx, "sign_in_steps", hashOfToken(stepToken));
						const ended = end(at, id);
						await untilLocked(at.db);
						const { rows } =
							await sql`select id from accounts where id = ${id} for no key update skip locked`.execute(trx);
						return { ended, free: rows.length };
					});
					expect((await ended).outcome).toMatch(/^(done|deleted)$/);
					expect(free).toBe(1);
					expect(await at.db.selectFrom("sign_in_steps").selectAll().execute()).toEqual([]);
				},
			);
		}
	});
});
