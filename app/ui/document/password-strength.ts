/**
 * A light and honest measure of a new password: its length, and whether it is plainly common. The rule
 * itself, with the list of the ten thousand commonest, is on the server; here nothing is promised that it
 * would refuse except by that list.
 */
const MIN_LENGTH = 10;
const COMMON =
	/^(p[a@]ssw[o0]rd|qwert[yz]|qazwsx|asdfgh|zxcvbn|admin|login|welcome|letmein|iloveyou|monkey|dragon|парол[ья]|йцукен|фыва|привет|люблю|gfhjk[mz]|ghbdtn|ljhjuf)/i;
const ROWS =
	"01234567890123456789 qwertyuiop asdfghjkl zxcvbnm abcdefghijklmnopqrstuvwxyz йцукенгшщзхъ фывапролджэ ячсмитьбю";

/** Whether anybody would try it early: few different letters, a run along the keyboard, a famous word. */
function isCommon(password: string): boolean {
	const word = password.toLowerCase();
	if (new Set(word).size < 5) return true;
	const backwards = [...word].reverse().join("");
	for (const text of [word, backwards]) {
		const core = text.replace(/^[^\p{L}]+(?=\p{L})|[^\p{L}]+$/gu, "");
		if (ROWS.includes(text) || (core.length > 3 && ROWS.includes(core))) return true;
		if (COMMON.test(core) && core.replace(COMMON, "").length < 4) return true;
	}
	return /^(.{1,4})\1+$/.test(word);
}

/** @returns 0 for nothing typed, 1 for too short or plainly common, then 2 to 4 by length. */
export function passwordLevel(password: string): 0 | 1 | 2 | 3 | 4 {
	if (password === "") return 0;
	const length = password.normalize("NFC").length;
	if (length < MIN_LENGTH || isCommon(password)) return 1;
	return length < 13 ? 2 : length < 17 ? 3 : 4;
}

/** Shows the measure of what stands in `field`. */
export function measureField(field: HTMLInputElement): void {
	const meter = document.querySelector<HTMLElement>(`[data-strength="${CSS.escape(field.id)}"]`);
	if (!meter) return;
	const level = passwordLevel(field.value);
	const longEnough = field.value.normalize("NFC").length >= MIN_LENGTH;
	meter.dataset.level = String(level);
	const word = meter.querySelector("[data-strength-word]");
	if (word) word.textContent = meter.dataset.words?.split("|")[level - 1] ?? "";
	meter.querySelector("[data-rule=length]")?.toggleAttribute("data-met", longEnough);
	meter.querySelector("[data-rule=rare]")?.toggleAttribute("data-met", level > 1);
}
