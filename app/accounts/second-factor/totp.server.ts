import { createHmac, timingSafeEqual } from "node:crypto";

export const DIGITS = 6;
export const PERIOD_SECONDS = 30;

/** Tolerated clock drift of a phone, in time steps (RFC 6238, 5.2 advises one). */
const WINDOW = 1;

/** The code of one counter: RFC 4226, 5.3, with HMAC-SHA-1, which every authenticator app supports. */
export function hotp(seed: Buffer, counter: number): string {
	const moving = Buffer.alloc(8);
	moving.writeBigUInt64BE(BigInt(counter));
	const mac = createHmac("sha1", seed).update(moving).digest();
	const offset = mac.readUInt8(mac.length - 1) & 0xf;
	const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
	return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step of a moment: RFC 6238, 4.2. */
export function timeStepAt(now: number): number {
	return Math.floor(now / 1000 / PERIOD_SECONDS);
}

/**
 * The time step that matches the typed code, out of the present one and its neighbours; null: none. All are computed
 * and compared in any case, so that the time reveals nothing.
 */
export function matchingTimeStep(seed: Buffer, typed: string, now: number): number | null {
	// Apps show a code as «123 456», and people type it so.
	const code = Buffer.from(typed.replace(/[\s-]/g, ""));
	const present = timeStepAt(now);
	let found: number | null = null;
	for (let step = present - WINDOW; step <= present + WINDOW; step++) {
		const expected = Buffer.from(hotp(seed, step));
		if (code.length === expected.length && timingSafeEqual(code, expected)) found = step;
	}
	return found;
}
