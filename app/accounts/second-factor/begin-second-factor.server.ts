import type { Db } from "../../platform/db/connection.server.ts";
import type { Client } from "../http/request-client.server.ts";
import {
	lockProved,
	outdatedProof,
	passwordHashOf,
	transactProved,
} from "../password/outdated-proof.server.ts";
import { type OwnerProved, type OwnersProof, proveOwner } from "../password/prove-owner.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { base32 } from "./base32.server.ts";
import { hasSecondFactor, SET_UP_MS } from "./second-factor.server.ts";
import { newSeed, openSeed, sealSeed } from "./seed.server.ts";
import { DIGITS, PERIOD_SECONDS } from "./totp.server.ts";

export type SecondFactorBegun =
	| { outcome: "begun" }
	/** It has to be turned off before another key can be created. */
	| { outcome: "already-on" }
	| Exclude<OwnerProved, { outcome: "proved" }>;

/**
 * Creates a key that becomes active with its first code. Re-authenticates: otherwise a stranger at an open browser
 * could lock the owner out for good, since recovery does not bypass the second factor.
 */
export async function beginSecondFactor(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	proof: OwnersProof,
	client: Client,
	now = Date.now(),
): Promise<SecondFactorBegun> {
	if (await hasSecondFactor(db, accountId)) return { outcome: "already-on" };
	const passwordHash = await passwordHashOf(db, accountId);
	const proved = await proveOwner(db, settings, accountId, proof, client, now);
	if (proved.outcome !== "proved") return proved;
	const fresh = { sealed_seed: sealSeed(settings, accountId, newSeed()), last_step: 0, created_at: now };
	const begun = await transactProved(db, async (trx) => {
		const written = await trx
			.insertInto("second_factors")
			.values({ ...fresh, account_id: accountId, confirmed_at: null })
			.onConflict((oc) =>
				oc.column("account_id").doUpdateSet(fresh).where("second_factors.confirmed_at", "is", null),
			)
			.returning("account_id")
			.executeTakeFirst();
		// After the factor, in the order of `LOCK_ORDER`. With a new password the owner would be shown a stranger's key.
		await lockProved(trx, accountId, passwordHash);
		return { outcome: written ? "begun" : "already-on" } as const;
	});
	return begun ?? outdatedProof(passwordHash);
}

/** The key for an authenticator app: `key` to type in, in groups of four; `uri` for a QR code. */
export type KeyToSetUp = { key: string; uri: string };

/**
 * The key that waits for its first code. Null: there is none, or it cannot be decrypted and has to be created again.
 */
export async function findKeyToSetUp(
	db: Db,
	settings: AccountSettings,
	account: { id: string; email: string },
	now = Date.now(),
): Promise<KeyToSetUp | null> {
	const row = await findUnconfirmed(db, account.id, now);
	const seed = row && openSeed(settings, account.id, row.sealed_seed);
	if (!seed) return null;
	const secret = base32(seed);
	return {
		key: secret.replace(/.{4}(?=.)/g, "$& "),
		uri: otpauthUri(settings.appName, account.email, secret),
	};
}

export async function findUnconfirmed(db: Db, accountId: string, now: number) {
	const row = await db
		.selectFrom("second_factors")
		.select("sealed_seed")
		.where("account_id", "=", accountId)
		.where("confirmed_at", "is", null)
		.where("created_at", ">", now - SET_UP_MS)
		.executeTakeFirst();
	return row ?? null;
}

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format: no colon in either part of the label. */
function otpauthUri(appName: string, email: string, secret: string): string {
	const issuer = encodeURIComponent(appName.replace(/\s*:\s*/g, " "));
	const label = `${issuer}:${encodeURIComponent(email)}`;
	return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD_SECONDS}`;
}
