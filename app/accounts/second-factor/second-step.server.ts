import type { Db } from "../../platform/db/connection.server.ts";
import type { Client } from "../http/request-client.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { hasSecondFactor } from "./second-factor.server.ts";
import { type Claim, claimOf, reportRecoveryCode, type SecondProof } from "./second-proof.server.ts";

export type SecondStep =
	/** `claim` consumes the proof, in a transaction; null: the account has no second factor. */
	| { outcome: "ready"; claim: Claim | null }
	/** The account has a second factor, and nothing was typed. */
	| { outcome: "app-code-needed" }
	/** The key of this account cannot be decrypted, because the installation's secret has changed. */
	| { outcome: "key-unreadable" };

/**
 * Prepares the second step of a signed-in person's re-authentication, before the password is looked at: a missing code
 * is told without an attempt. A stranger at an open browser who knows the password is stopped here, as at the sign-in.
 * @param typed six digits of the app, or a recovery code
 */
export async function prepareSecondStep(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	typed: string,
	client: Client,
	now: number,
): Promise<SecondStep> {
	if (!(await hasSecondFactor(db, accountId))) return { outcome: "ready", claim: null };
	const proof = proofIn(typed);
	if (!proof) return { outcome: "app-code-needed" };
	const claim = await claimOf(db, settings, accountId, proof, now);
	if (claim === "key-unreadable") return { outcome: claim };
	if ("code" in proof) return { outcome: "ready", claim };
	return {
		outcome: "ready",
		claim: async (trx) => {
			if (!(await claim(trx))) return false;
			const { email } = await trx
				.selectFrom("accounts")
				.select("email")
				.where("id", "=", accountId)
				.executeTakeFirstOrThrow();
			await reportRecoveryCode(trx, settings, { accountId, email: email ?? "" }, client, now);
			return true;
		},
	};
}

/** Six digits are the app's, everything else is a recovery code; null: nothing. */
function proofIn(typed: string): SecondProof | null {
	const bare = typed.replace(/[\s-]/g, "");
	if (bare === "") return null;
	return /^\d{6}$/.test(bare) ? { code: bare } : { recoveryCode: typed };
}
