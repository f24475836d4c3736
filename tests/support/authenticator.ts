import { hotp, timeStepAt } from "../../app/accounts/second-factor/totp.server.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an authenticator app shows for a key that was typed in, `steps` time steps later. */
export function codeOf(key: string, now = Date.now(), steps = 0): string {
	return hotp(fromBase32(key), timeStepAt(now) + steps);
}

export function fromBase32(text: string): Buffer {
	const bits = [...text.replaceAll(" ", "")]
		.map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"))
		.join("");
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
