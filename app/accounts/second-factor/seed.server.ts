import { randomBytes } from "node:crypto";
import { seal, sealKey, unseal } from "../../mail/seal.server.ts";
import type { AccountSettings } from "../settings.server.ts";

/** RFC 4226, 4, R6: as long as the output of the hash. */
const SEED_BYTES = 20;

export function newSeed(): Buffer {
	return randomBytes(SEED_BYTES);
}

/** The encrypted seed of a row. It cannot be decrypted without the secret, nor in another account's row. */
export function sealSeed(settings: AccountSettings, accountId: string, seed: Buffer): string {
	return seal(seed.toString("base64"), accountId, keyOf(settings));
}

/** Decrypts the seed of a row. Null: it was encrypted with another secret of the installation. */
export function openSeed(settings: AccountSettings, accountId: string, sealed: string): Buffer | null {
	try {
		return Buffer.from(unseal(sealed, accountId, keyOf(settings)), "base64");
	} catch {
		return null;
	}
}

function keyOf(settings: AccountSettings): Buffer {
	return sealKey(settings.secret, "second factor");
}
