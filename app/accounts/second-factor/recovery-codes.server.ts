import { randomInt } from "node:crypto";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { keyedHash } from "../tokens/secrets.server.ts";

const HOW_MANY = 10;
/** No characters that look alike in print: neither 0 o, 1 i l, nor u v. */
const ALPHABET = "23456789abcdefghjkmnpqrstvwxyz";
/** 12 characters out of 30: 58 bits, far beyond guessing through a form. */
const GROUPS = 3;
const GROUP = 4;

/**
 * Replaces the recovery codes of an account; the previous ones become invalid.
 * @returns the codes, to be shown this once
 */
export async function replaceRecoveryCodes(
	trx: Db,
	settings: AccountSettings,
	accountId: string,
): Promise<string[]> {
	const codes = Array.from({ length: HOW_MANY }, newRecoveryCode);
	await dropRecoveryCodes(trx, accountId);
	await trx
		.insertInto("recovery_codes")
		.values(codes.map((code) => ({ account_id: accountId, code_hash: hashOf(settings, accountId, code) })))
		.execute();
	return codes;
}

/** Consumes a code. One of several concurrent calls returns true. */
export async function spendRecoveryCode(
	trx: Db,
	settings: AccountSettings,
	accountId: string,
	typed: string,
): Promise<boolean> {
	// Looked up by its keyed hash, so the time of the comparison reveals nothing about a code.
	const { numDeletedRows } = await trx
		.deleteFrom("recovery_codes")
		.where("account_id", "=", accountId)
		.where("code_hash", "=", hashOf(settings, accountId, typed))
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
	const { left } = await db
		.selectFrom("recovery_codes")
		.select((eb) => eb.fn.countAll<number | string>().as("left"))
		.where("account_id", "=", accountId)
		.executeTakeFirstOrThrow();
	return Number(left);
}

export async function dropRecoveryCodes(trx: Db, accountId: string): Promise<void> {
	await trx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
}

/** «k7mq-3xhp-9wtd». */
function newRecoveryCode(): string {
	const group = () =>
		Array.from({ length: GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
	return Array.from({ length: GROUPS }, group).join("-");
}

/** Accepts any way of typing: capitals, spaces, no hyphens. */
function hashOf(settings: AccountSettings, accountId: string, code: string): string {
	const normalized = code.toLowerCase().replace(/[^a-z0-9]/g, "");
	return keyedHash(settings.secret, "recovery code", accountId, normalized);
}
