const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 of RFC 4648 without padding, as authenticator apps take a key that is typed in. */
export function base32(bytes: Uint8Array): string {
	let text = "";
	let bits = 0;
	let pending = 0;
	for (const byte of bytes) {
		pending = (pending << 8) | byte;
		bits += 8;
		while (bits >= 5) {
			bits -= 5;
			text += ALPHABET.charAt((pending >>> bits) & 31);
		}
		pending &= (1 << bits) - 1;
	}
	return bits > 0 ? text + ALPHABET.charAt((pending << (5 - bits)) & 31) : text;
}
