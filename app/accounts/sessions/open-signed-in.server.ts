import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { hasSecondFactor } from "../second-factor/second-factor.server.ts";
import { openSignInStep } from "../second-factor/sign-in-steps.server.ts";
import { openSession } from "./sessions.server.ts";

export type SessionOpened =
	| { outcome: "signed-in"; sessionToken: string }
	/**
	 * The account has a second factor: `stepToken` is for the cookie of this browser, whose sign-in waits for the code.
	 */
	| { outcome: "second-step"; stepToken: string };

/**
 * Opens the session of a person who has proved to own an active account by a password or through Yandex. Every way of
 * signing in ends here, so that none bypasses the second factor.
 * @param replaces the session token this browser came with; that session ends when another one opens
 */
export async function openSignedInSession(
	db: Db,
	accountId: string,
	client: Client,
	replaces: string | null | undefined,
	now: number,
): Promise<SessionOpened> {
	return transact(db, async (trx) => {
		// Otherwise a session could open just after `confirmSecondFactor` has ended those without a second factor.
		await lockRow(trx, "accounts", accountId);
		if (await hasSecondFactor(trx, accountId)) {
			return { outcome: "second-step", stepToken: await openSignInStep(trx, accountId, now) };
		}
		await recordEvent(trx, accountId, "signed-in", client, now);
		return { outcome: "signed-in", sessionToken: await openSession(trx, accountId, client, replaces, now) };
	});
}
