import { commonWords } from "./words.server.ts";

/** Along the rows and columns of both keyboards, and along the alphabets; backwards too. */
const WALKS = [
	"12345678901234567890",
	"qwertyuiop[]",
	"asdfghjkl;'",
	"zxcvbnm,./",
	"qwertyuiopasdfghjklzxcvbnm",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
	"zaq1xsw2cde3vfr4bgt5nhy6mju7",
	"qazwsxedcrfvtgbyhnujmikolp",
	"zaqxswcdevfrbgtnhymjukilop",
	"!@#$%^&*()_+",
	"йцукенгшщзхъ",
	"фывапролджэ",
	"ячсмитьбю",
	"йцукенгшщзхъфывапролджэячсмитьбю",
	"йфяцычувскамепинртгоьшлбщдю",
	"abcdefghijklmnopqrstuvwxyz",
	"абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
	"абвгдежзийклмнопрстуфхцчшщъыьэюя",
].flatMap((walk) => [walk, [...walk].reverse().join("")]);

/** Every substring of a walk that is long enough to be one. */
const WALKED = new Set(WALKS.flatMap((walk) => partsOf(walk)));

/**
 * Costs of the pieces of a password. A word with a number or a letter beside it is at the limit, two words exceed it.
 */
const PRICE = { walk: 1, repeat: 1, year: 1, number: 1.4, word: 1.5, date: 1.4, signs: 0.2 };
const LIMIT = 2.95;
/** A password of keyboard walks only may have more pieces: `123qweasdzxc`. */
const WALKS_LIMIT = 4;
type IsWord = (piece: string) => boolean;

const LONGEST_WORD = 24;
const LONGEST_NUMBER = 8;
/** Beyond this length only repetition makes a password easy, and the decomposition would take long. */
const LONGEST_TAKEN_APART = 40;

/**
 * Whether an attacker would try this among the first ten thousand guesses. A list of that length knows `qwerty123456`
 * and not `qwerty1234567`; so instead of a list, the password is decomposed: a common word in either alphabet and
 * either keyboard layout, keyboard walks, repetitions, years, dates, short numbers.
 * @param extra words that are easy to guess here: the service's name, the local part of the e-mail
 */
export function isEasyToGuess(password: string, extra: readonly string[] = []): boolean {
	const lower = password.normalize("NFC").toLowerCase();
	const isWord = (piece: string) => commonWords.has(piece) || extra.includes(piece);
	const readings = [
		lower,
		unleet(lower),
		inOtherLayout(lower, LATIN, CYRILLIC),
		inOtherLayout(lower, CYRILLIC, LATIN),
	];
	return [...new Set(readings)].some((text) => isEasy(text, isWord) || isWoven(text));
}

function isEasy(text: string, isWord: IsWord): boolean {
	const once = shortestPeriod(text);
	if (once.length < text.length && (once.length <= 4 || isEasy(once, isWord))) return true;
	if (text.length > LONGEST_TAKEN_APART) return false;
	return price(text, isWord) <= LIMIT || price(text, null) <= WALKS_LIMIT;
}

/** `abcabcabca` → `abc`; a text without repetition is its own period. */
function shortestPeriod(text: string): string {
	for (let length = 1; length <= text.length / 2; length++) {
		const piece = text.slice(0, length);
		if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return piece;
	}
	return text;
}

/** `1q2w3e4r5t`: two walks, interleaved letter by letter. */
function isWoven(text: string): boolean {
	const letters = [...text];
	const one = letters.filter((_, i) => i % 2 === 0).join("");
	const other = letters.filter((_, i) => i % 2 === 1).join("");
	return [one, other].every((thread) => isWalk(thread) || shortestPeriod(thread).length === 1);
}

/**
 * The lowest cost of composing the text; infinite where some part matches no pattern.
 * @param isWord null: of walks and repetitions only
 */
function price(text: string, isWord: IsWord | null): number {
	const cheapest = [0];
	for (let end = 1; end <= text.length; end++) {
		let best = Number.POSITIVE_INFINITY;
		for (let start = Math.max(0, end - LONGEST_WORD); start < end; start++) {
			const before = cheapest[start] ?? Number.POSITIVE_INFINITY;
			if (before >= best) continue;
			best = Math.min(best, before + priceOfPiece(text.slice(start, end), isWord));
		}
		cheapest.push(best);
	}
	return cheapest[text.length] ?? Number.POSITIVE_INFINITY;
}

function priceOfPiece(piece: string, isWord: IsWord | null): number {
	if (isWalk(piece)) return PRICE.walk;
	if (piece.length >= 3 && shortestPeriod(piece).length === 1) return PRICE.repeat;
	if (!isWord) return Number.POSITIVE_INFINITY;
	if (isWord(piece)) return PRICE.word;
	if (piece.length > LONGEST_NUMBER) return Number.POSITIVE_INFINITY;
	if (/^(19|20)\d\d$/.test(piece)) return PRICE.year;
	if (/^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])((19|20)?\d\d)$/.test(piece)) return PRICE.date;
	if (/^(\d{1,4}|\p{L})$/u.test(piece)) return PRICE.number;
	// One or two signs between the pieces, or after the last one, add little.
	if (/^[!-/:-@[-`{-~ ]{1,2}$/.test(piece)) return PRICE.signs;
	return Number.POSITIVE_INFINITY;
}

function isWalk(piece: string): boolean {
	return WALKED.has(piece);
}

function partsOf(walk: string): string[] {
	const parts: string[] = [];
	for (let start = 0; start < walk.length; start++) {
		for (let end = start + 3; end <= walk.length; end++) parts.push(walk.slice(start, end));
	}
	return parts;
}

const UNLEET: Record<string, string> = {
	"@": "a",
	"4": "a",
	"3": "e",
	"1": "i",
	"0": "o",
	$: "s",
	"5": "s",
	"7": "t",
};

/** `p@ssw0rd` → `password`, but not the number at the end. */
function unleet(text: string): string {
	const tail = /[\d\W]*$/.exec(text)?.index ?? text.length;
	return [...text.slice(0, tail)].map((sign) => UNLEET[sign] ?? sign).join("") + text.slice(tail);
}

const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбюё";

/** «простопароль» as it appears in lists of passwords: `ghjcnjgfhjkm`. The text is in lower case. */
export const onLatinKeys = (text: string) => inOtherLayout(text, CYRILLIC, LATIN);

/** `gfhjkm` is «пароль» typed in the other layout, and «зфыыцщкв» is `password`. */
function inOtherLayout(text: string, from: string, to: string): string {
	return [...text].map((letter) => to[from.indexOf(letter)] ?? letter).join("");
}
