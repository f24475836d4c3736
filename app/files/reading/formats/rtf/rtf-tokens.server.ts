/** A group's beginning or end, a word with its number, a byte of text. */
export type RtfToken =
	| { kind: "open" }
	| { kind: "close" }
	| { kind: "word"; word: string; number: number | null }
	| { kind: "byte"; byte: number };

const [OPEN, CLOSE, BACKSLASH, QUOTE, SPACE, MINUS] = [..."{}\\' -"].map((char) => char.charCodeAt(0));
const LONGEST_WORD = 32;

const isLetter = (byte = 0) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39;

/** The tokens of a file; binary data are passed by. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken, void, undefined> {
	let at = 0;
	while (at < bytes.length) {
		const byte = bytes[at] ?? 0;
		if (byte === OPEN || byte === CLOSE) {
			at++;
			yield byte === OPEN ? { kind: "open" } : { kind: "close" };
		} else if (byte !== BACKSLASH) {
			at++;
			if (byte >= 0x20 || byte === 0x09) yield { kind: "byte", byte };
		} else if (bytes[at + 1] === QUOTE) {
			const hex = Number.parseInt(String.fromCharCode(bytes[at + 2] ?? 0, bytes[at + 3] ?? 0), 16);
			at += 4;
			if (!Number.isNaN(hex)) yield { kind: "byte", byte: hex };
		} else if (isLetter(bytes[at + 1])) {
			let end = at + 1;
			while (isLetter(bytes[end]) && end - at <= LONGEST_WORD) end++;
			const word = latin(bytes, at + 1, end);
			let digits = end;
			if (bytes[digits] === MINUS) digits++;
			while (isDigit(bytes[digits]) && digits - end <= 10) digits++;
			const number = digits > end ? Number.parseInt(latin(bytes, end, digits), 10) : null;
			at = bytes[digits] === SPACE ? digits + 1 : digits;
			if (word === "bin") at += Math.max(0, number ?? 0);
			else yield { kind: "word", word, number: Number.isNaN(number) ? null : number };
		} else {
			const sign = String.fromCharCode(bytes[at + 1] ?? 0);
			at += 2;
			if ("\\{}".includes(sign)) yield { kind: "byte", byte: sign.charCodeAt(0) };
			else yield { kind: "word", word: sign, number: null };
		}
	}
}

const latin = (bytes: Uint8Array, from: number, to: number) =>
	String.fromCharCode(...bytes.subarray(from, to));
