/**
 * A small and conservative strength meter for a new password. The rule and its list of common passwords are on the
 * server; in the browser they would be too large. So the meter is stricter than the rule: whatever may be one word
 * with numbers and signs around it, keyboard walks or a repetition is weak, and the rest counts by its length. It may
 * underrate a password, but never overrates one: what the server refuses is weak here.
 */
const SHORTEST = 10;
const LONGEST = 128;
/** A run of letters as long as this is no single word. */
const NO_WORD = 20;
const LONGEST_WALK = 34;
const COMMON = /p[a@]s+w[o0]rd|l[o0]ve|fuck|парол[ья]|люблю|gfhjk[mz]|k\.,k\./g;
const ROWS =
	"12345678901234567890 qwertyuiop asdfghjkl zxcvbnm qwertyuiopasdfghjklzxcvbnm 1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/ zaq1xsw2cde3vfr4bgt5nhy6mju7 qazwsxedcrfvtgbyhnujmikolp zaqxswcdevfrbgtnhymjukilop abcdefghijklmnopqrstuvwxyz йцукенгшщзхъфывапролджэячсмитьбю йфяцычувскамепинртгоьшлбщдю абвгдеёжзийклмнопрстуфхцчшщъыьэюя абвгдежз".replaceAll(
		" ",
		"\n",
	);
const WALKS = `${ROWS}\n${[...ROWS].reverse().join("")}`;

/** `abcabcab` → `abc`. */
function withoutRepetition(text: string): string {
	for (let length = 1; length <= text.length / 2; length++) {
		const piece = text.slice(0, length);
		if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return piece;
	}
	return text;
}

/** The rest after keyboard walks are removed, the longest first. */
function withoutWalks(text: string): string {
	for (let size = Math.min(text.length, LONGEST_WALK); size > 2; size--) {
		for (let at = 0; at + size <= text.length; at++) {
			const piece = text.slice(at, at + size);
			if (WALKS.includes(piece)) return withoutWalks(text.replace(piece, ""));
		}
	}
	return text;
}

/** `1q2w3e4r`: every other letter belongs to the same walk. */
function isWoven(text: string): boolean {
	const letters = [...text];
	const thread = (rest: number) => letters.filter((_, i) => i % 2 === rest).join("");
	return [thread(0), thread(1)].every((each) => withoutWalks(withoutRepetition(each)).length < 3);
}

/**
 * A lower bound of the pieces that an attacker would have to guess one by one: runs of letters, and signs of no
 * keyboard.
 */
function unknownPieces(password: string, names: readonly string[]): number {
	let text = password.toLowerCase();
	if (isWoven(text)) return 0;
	for (const name of names) text = text.replaceAll(name.toLowerCase(), "");
	text = withoutWalks(
		withoutRepetition(text)
			.replace(COMMON, "")
			.replace(/(.)\1\1+/gu, ""),
	);
	// `s@lam4nder`; not where capitals and digits are mixed as if generated.
	if (!/\p{L}.*\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password)) {
		text = text.replace(/(?<=\p{L})[@431075$]+(?=\p{L})/gu, "");
	}
	// Some signs of the Latin layout are letters in the Russian one: «собака» is `cj,frf`.
	text = text.replace(/(?<=[a-z])[[\];',.`]+(?=[a-z])/g, "");
	const pieces = text.match(/\p{L}{2,}|\p{So}/gu) ?? [];
	return pieces.reduce((count, piece) => count + (piece.length < NO_WORD ? 1 : 2), 0);
}

/**
 * @param names words that the server would recognise: the e-mail with its parts, the name of the service
 * @returns 0 for an empty field, 1 for an easy guess, then 2 to 4 by length
 */
export function passwordLevel(password: string, names: readonly string[] = []): 0 | 1 | 2 | 3 | 4 {
	if (password === "") return 0;
	const normal = password.normalize("NFC");
	const { length } = [...normal];
	if (length < SHORTEST || length > LONGEST || unknownPieces(normal, names) < 2) return 1;
	// Small letters and digits alone need a greater length.
	const enough = /^[\p{Ll}\d]*$/u.test(normal) ? NO_WORD : 17;
	return length < 13 ? 2 : length < enough ? 3 : 4;
}

/** The e-mail of the form with its parts, and the service's name, which ends the title of every page. */
function namesAround(field: HTMLInputElement): string[] {
	const email =
		field.form?.querySelector<HTMLInputElement>("[type=email],[autocomplete=username]")?.value ?? "";
	const service = document.title.split(" — ").at(-1) ?? "";
	return [email, ...email.split("@"), ...email.split(/[^a-z0-9]+/i), service].filter(
		(name) => name.length > 2,
	);
}

/** Shows the strength of the value of `field`. */
export function measureField(field: HTMLInputElement): void {
	const meter = document.querySelector<HTMLElement>(`[data-strength="${CSS.escape(field.id)}"]`);
	if (!meter) return;
	const level = passwordLevel(field.value, namesAround(field));
	const length = [...field.value.normalize("NFC")].length;
	meter.dataset.level = String(level);
	const word = meter.querySelector("[data-strength-word]");
	if (word) word.textContent = meter.dataset.levels?.split("|")[level - 1] ?? "";
	meter
		.querySelector("[data-rule=length]")
		?.toggleAttribute("data-met", length >= SHORTEST && length <= LONGEST);
	meter.querySelector("[data-rule=rare]")?.toggleAttribute("data-met", level > 1);
}
