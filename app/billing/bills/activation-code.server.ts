import { hashOfToken, keyedHash } from "../../accounts/tokens/secrets.server.ts";
import { toNfc } from "../../platform/to-nfc.server.ts";
import { CODE_SIGNS } from "../promo-codes/promo-code.server.ts";

/** 16 signs of 5 bits: nobody finds one by trying. */
const LENGTH = 16;

/**
 * An activation code of a bill: «7K2P-M9QX-3RTD-8HVN». It is computed from the secret of the installation and not kept,
 * so that the orderer can be shown it again, and a copy of the database has none.
 * @param number from 1, within the bill
 */
export function activationCode(secret: string, billId: string, number: number): string {
	const bytes = Buffer.from(keyedHash(secret, "activation code", billId, String(number)), "base64url");
	const signs = Array.from(bytes.subarray(0, LENGTH), (byte) => CODE_SIGNS[byte % CODE_SIGNS.length]).join(
		"",
	);
	return signs.replace(/(.{4})(?!$)/g, "$1-");
}

/** The letters of a Russian keyboard that look like those of a code. */
const RUSSIAN = "АВЕКМНРСТУХ";
const LATIN = "ABEKMHPCTYX";

/** The hash of a code that was typed, with or without hyphens, in any letters. @returns null: no code looks so */
export function hashOfTyped(typed: string): string | null {
	const signs = toNfc(typed)
		.normalize("NFKC")
		.toUpperCase()
		.replace(/[\s\p{Pd}]/gu, "")
		.replace(/[А-Я]/g, (letter) => LATIN[RUSSIAN.indexOf(letter)] ?? letter);
	return new RegExp(`^[${CODE_SIGNS}]{${LENGTH}}$`).test(signs) ? hashOfToken(signs) : null;
}
