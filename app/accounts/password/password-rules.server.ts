import { isListed } from "./common-passwords/listed.server.ts";
import { isEasyToGuess } from "./common-passwords/patterns.server.ts";

const SHORTEST = 10;
const LONGEST = 128;
/** In UTF-16 units, before normalisation: at most four code points of two units compose to a character of NFC. */
const LONGEST_TYPED = LONGEST * 8;

/** Whether it is too long for anybody's password. Asked before normalisation, which takes seconds for a hostile text. */
export const isOverlong = (password: string): boolean => password.length > LONGEST_TYPED;

/** The fault of a new password. The screen says it in words. */
export type PasswordProblem =
	| "too-short"
	| "too-long"
	| "too-common"
	| "same-as-email"
	| "same-as-service"
	| "same-as-before";

/**
 * Validates a new password: its length in characters as people count them, and whether it is easy to guess. There are
 * no rules of composition (docs/security.md, checks 5 and 6).
 */
export function passwordProblem(
	password: string,
	about: { email?: string; appName?: string } = {},
): Exclude<PasswordProblem, "same-as-before"> | null {
	if (isOverlong(password)) return "too-long";
	const length = [...password.normalize("NFC")].length;
	if (length < SHORTEST) return "too-short";
	if (length > LONGEST) return "too-long";
	if (isEasyToGuess(password) || isListed(password)) return "too-common";
	if (isEasyToGuess(password, namesOf(about.email))) return "same-as-email";
	if (isEasyToGuess(password, writings(about.appName))) return "same-as-service";
	return null;
}

/** The whole address, its local part, and the words of the local part. */
function namesOf(email: string | undefined): string[] {
	const [name = "", domain = ""] = email?.toLowerCase().split("@") ?? [];
	return [email?.toLowerCase() ?? "", name, domain, ...name.split(/[^a-z0-9]+/)].filter(
		(part) => part.length > 2,
	);
}

/** A name as it is, and in the other alphabet: «Собеседник», `sobesednik`. */
function writings(appName: string | undefined): string[] {
	if (!appName) return [];
	const name = appName.normalize("NFC").toLowerCase();
	return [name, name.replace(/\s+/g, ""), [...name].map((letter) => LATIN_OF[letter] ?? letter).join("")];
}

const LATIN_OF: Record<string, string> = Object.fromEntries(
	"а-a б-b в-v г-g д-d е-e ё-e ж-zh з-z и-i й-y к-k л-l м-m н-n о-o п-p р-r с-s т-t у-u ф-f х-kh ц-ts ч-ch ш-sh щ-shch ъ- ы-y ь- э-e ю-yu я-ya"
		.split(" ")
		.map((pair) => pair.split("-") as [string, string]),
);
