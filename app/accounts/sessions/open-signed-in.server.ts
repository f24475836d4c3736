import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { AccountsTable } from "../../platform/db/tables/accounts.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { hasSecondFactor } from "../second-factor/second-factor.server.ts";
import { openSignInStep } from "../second-factor/sign-in-steps.server.ts";
import { ownerOf } from "../yandex/identities.server.ts";
import { openSession } from "./sessions.server.ts";

export type SessionOpened =
	| { outcome: "signed-in"; sessionToken: string }
	/**
	 * The account has a second factor: `stepToken` is for the cookie of this browser, whose sign-in waits for the code.
	 */
	| { outcome: "second-step"; stepToken: string };

/** What a person has proved with: the password of this hash, or the Yandex ID. */
export type SignInProof = { passwordHash: string } | { yandexId: string };

/**
 * Opens the session of a person who has proved to own an active account by a password or through Yandex. Every way of
 * signing in ends here, so that none bypasses the second factor.
 * @param replaces the session token this browser came with; that session ends when another one opens
 * @returns null: the account is not active any more, or the proof does not count any more
 */
export async function openSignedInSession(
	db: Db,
	accountId: string,
	proof: SignInProof,
	client: Client,
	replaces: string | null | undefined,
	now: number,
): Promise<SessionOpened | null> {
	return transact(db, async (trx) => {
		// Otherwise a session could open just after `confirmSecondFactor` has ended those without a second factor, or a
		// new password or a block all of them.
		const account = await lockRow(trx, "accounts", accountId);
		if (account?.state !== "active" || !(await stillCounts(trx, account, proof))) return null;
		if (await hasSecondFactor(trx, accountId)) {
			return { outcome: "second-step", stepToken: await openSignInStep(trx, accountId, now) };
		}
		await recordEvent(trx, accountId, "signed-in", client, now);
		return { outcome: "signed-in", sessionToken: await openSession(trx, accountId, client, replaces, now) };
	});
}

async function stillCounts(
	trx: Db,
	account: Selectable<AccountsTable>,
	proof: SignInProof,
): Promise<boolean> {
	if ("passwordHash" in proof) return account.password_hash === proof.passwordHash;
	return (await ownerOf(trx, proof.yandexId))?.accountId === account.id;
}
