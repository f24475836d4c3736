import words from "../../i18n/ru/sum-words.ts";

const MOST = 1_000_000_000_000;

/**
 * A sum as bills bear it: roubles in words with a capital, kopecks in two digits.
 * @param kopecks from 0 to below a trillion roubles
 */
export function sumInWords(kopecks: number): string {
	const [rubles, rest] = [Math.floor(kopecks / 100), kopecks % 100];
	if (!Number.isSafeInteger(kopecks) || kopecks < 0 || rubles >= MOST)
		throw new RangeError(`${kopecks} kopecks have no words`);
	const text = [...wordsOf(rubles), formOf(words.rubles, rubles)].join(" ");
	const few = `${String(rest).padStart(2, "0")} ${formOf(words.kopecks, rest)}`;
	return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${few}`;
}

function wordsOf(number: number): string[] {
	if (number === 0) return [words.zero];
	const group = (size: number) => Math.floor(number / size) % 1000;
	return [
		...counted(group(1_000_000_000), words.billions),
		...counted(group(1_000_000), words.millions),
		...counted(group(1_000), words.thousands, true),
		...belowThousand(group(1)),
	];
}

const counted = (number: number, forms: string, isFeminine = false) =>
	number === 0 ? [] : [...belowThousand(number, isFeminine), formOf(forms, number)];

function belowThousand(number: number, isFeminine = false): string[] {
	const [hundreds, rest] = [Math.floor(number / 100), number % 100];
	const [tens, ones] = rest < 20 ? [0, rest] : [Math.floor(rest / 10), rest % 10];
	return [
		hundreds > 0 && nth(words.hundreds, hundreds),
		tens > 0 && nth(words.tens, tens - 1),
		ones > 0 && nth(isFeminine && ones <= 2 ? words.feminine : words.ones, ones),
	].filter((word) => word !== false);
}

/** Picks the form that follows a number: «рубль», «рубля» or «рублей». */
function formOf(forms: string, number: number): string {
	const [last, lastTwo] = [number % 10, number % 100];
	if (lastTwo >= 11 && lastTwo <= 14) return nth(forms, 3);
	return nth(forms, last === 1 ? 1 : last >= 2 && last <= 4 ? 2 : 3);
}

const nth = (list: string, n: number) => list.split(" ")[n - 1] ?? "";
