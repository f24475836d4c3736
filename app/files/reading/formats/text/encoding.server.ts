/** Encodings of Russian texts of one byte a letter, by the names of TextDecoder. */
const ONE_BYTE = ["windows-1251", "koi8-r", "ibm866", "x-mac-cyrillic"];
/** How often each small letter stands in a thousand letters of a Russian text. */
const FREQUENCIES =
	"а80б16в45г17д30е84ж9з16и73й12к35л44м32н67о110п28р47с55т63у26ф3х10ц5ч14ш7щ4ъ1ы19ь17э3ю6я20ё1";
const FREQUENCY = new Map(
	[...FREQUENCIES.matchAll(/(\D)(\d+)/g)].map(([, letter, n]) => [letter, Number(n)]),
);
/** Enough to tell the encodings apart. */
const SAMPLE_BYTES = 64 * 1024;
/** The bytes that a text of one byte a letter does not have: control characters but tab, line feed, form feed, return. */
const isControl = (byte: number) => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b;

/**
 * The encoding of a text: by its mark, else UTF-8 when all of it is valid, else UTF-16 by its zeros, else that one-byte
 * encoding in which the letters are as frequent as in Russian.
 * @returns a name for TextDecoder; null: the bytes are not a text
 */
export function detectEncoding(bytes: Uint8Array): string | null {
	if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return "utf-8";
	if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
	if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be";
	const sample = bytes.subarray(0, SAMPLE_BYTES);
	const wide = wideEncoding(sample);
	if (wide) return wide;
	if (sample.includes(0) || share(sample, isControl) > 0.05) return null;
	if (isUtf8(bytes)) return "utf-8";
	return oneByteEncoding(sampleOfLetters(bytes));
}

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, i) => bytes[i] === byte);

function share(bytes: Uint8Array, is: (byte: number) => boolean): number {
	let found = 0;
	for (const byte of bytes) if (is(byte)) found++;
	return found / Math.max(1, bytes.length);
}

/** In UTF-16 the upper bytes of Latin letters are 0 and of Cyrillic letters 4. */
function wideEncoding(sample: Uint8Array): string | null {
	if (sample.length < 4) return null;
	const isUpper = (byte: number) => byte === 0 || byte === 4;
	const even = share(everySecond(sample, 0), isUpper);
	const odd = share(everySecond(sample, 1), isUpper);
	if (odd > 0.9 && even < 0.3) return "utf-16le";
	if (even > 0.9 && odd < 0.3) return "utf-16be";
	return null;
}

const everySecond = (bytes: Uint8Array, from: number) => bytes.filter((_, i) => i % 2 === from);

function isUtf8(bytes: Uint8Array): boolean {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	try {
		for (let from = 0; from < bytes.length; from += SAMPLE_BYTES) {
			decoder.decode(bytes.subarray(from, from + SAMPLE_BYTES), { stream: true });
		}
		// Text that breaks off inside the last letter is still UTF-8.
		return true;
	} catch {
		return false;
	}
}

/**
 * The sample lies around the first letter beyond ASCII, which may stand late in a file of code; the word that it stands
 * in is needed whole.
 */
function sampleOfLetters(bytes: Uint8Array): Uint8Array {
	const first = bytes.findIndex((byte) => byte >= 0x80);
	return bytes.subarray(Math.max(0, first - 100), first + SAMPLE_BYTES);
}

function oneByteEncoding(sample: Uint8Array): string {
	let best = { encoding: "windows-1252", score: 0, text: "" };
	for (const encoding of ONE_BYTE) {
		const text = new TextDecoder(encoding).decode(sample);
		const score = russianScore(text);
		if (score > best.score) best = { encoding, score, text };
	}
	return isMixed(best.text) ? "windows-1252" : best.encoding;
}

/** The wrong encoding turns small letters into capitals inside words, or into signs. */
function russianScore(text: string): number {
	let score = 0;
	let isInWord = false;
	for (const char of text) {
		const frequency = FREQUENCY.get(char);
		if (frequency !== undefined) score += frequency;
		else if (char < "\u0080") {
			isInWord = false;
			continue;
		} else if (FREQUENCY.has(char.toLowerCase()))
			score += isInWord ? -20 : (FREQUENCY.get(char.toLowerCase()) ?? 0) / 4;
		else if (!"«»—–…№“”„’\u00a0".includes(char)) score -= 40;
		isInWord = frequency !== undefined;
	}
	return score;
}

/** Cyrillic letters mostly inside Latin words: those are the accented letters of a Western language. */
function isMixed(text: string): boolean {
	const cyrillic = text.match(/[а-яё]+/gi) ?? [];
	const inLatin = text.match(/[a-z][а-яё]+|[а-яё]+(?=[a-z])/gi) ?? [];
	return inLatin.length > cyrillic.length / 2;
}
