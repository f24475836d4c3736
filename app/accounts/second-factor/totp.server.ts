import { createHmac, timingSafeEqual } from "node:crypto";

export const DIGITS = 6;
export const PERIOD_SECONDS = 30;

/** A phone's clock may be so many time steps off (RFC 6238, 5.2 advises one). */
const WINDOW = 1;

/** The code of one counter: RFC 4226, 5.3, with HMAC-SHA-1, which is what every authenticator app can do. */
export function hotp(seed: Buffer, counter: number): string {
	const moving = Buffer.alloc(8);
	moving.writeBigUInt64BE(BigInt(counter));
	const mac = createHmac("sha1", seed).update(moving).digest();
	const offset = mac.readUInt8(mac.length - 1) & 0xf;
	const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
	return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Which time step a moment lies in: RFC 6238, 4.2. */
export function timeStepAt(now: number): number {
	return Math.floor(now / 1000 / PERIOD_SECONDS);
}

/**
 * The time step whose code was typed, out of the present one and its neighbours; null: none.
 * All are computed and compared whatever was typed, so that the time tells nothing.
 */
export function matchingTimeStep(seed: Buffer, typed: string, now: number): number | null {
	// Apps show a code as «123 456», and so people type it.
	const code = Buffer.from(typed.replace(/[\s-]/g, ""));
	const present = timeStepAt(now);
	let found: number | null = null;
	for (let step = present - WINDOW; step <= present + WINDOW; step++) {
		const expected = Buffer.from(hotp(seed, step));
		if (code.length === expected.length && timingSafeEqual(code, expected)) found = step;
	}
	return found;
}
