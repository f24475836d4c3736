import { domainToASCII, domainToUnicode } from "node:url";

declare const normalised: unique symbol;
/** An e-mail address in its one canonical form, in which it is stored, compared and written to. */
export type EmailAddress = string & { readonly [normalised]: true };

const LONGEST = 254;
const LONGEST_LOCAL_PART = 64;
/**
 * Latin letters only: a Cyrillic «а» in the local part would make a stranger's address look like another person's.
 */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const ASCII_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Normalises a typed address: trimmed, NFC, lower case, an international domain in its `xn--` form, so that
 * `ivan@пример.рф` and `ivan@xn--e1afmkfd.xn--p1ai` are one account. Null where it is none, or where it could be
 * mistaken for another one.
 */
export function parseEmail(raw: unknown): EmailAddress | null {
	if (typeof raw !== "string" || raw.length > LONGEST * 2) return null;
	const typed = raw.trim();
	const at = typed.lastIndexOf("@");
	const localPart = typed.slice(0, at);
	const domain = typed.slice(at + 1).normalize("NFC");
	// Before case folding, which would turn the Kelvin sign into a plain «k».
	if (at < 1 || localPart.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(localPart)) return null;
	const asciiDomain = domainOf(domain);
	if (!asciiDomain) return null;
	const email = `${localPart.toLowerCase()}@${asciiDomain}`;
	return email.length <= LONGEST ? (email as EmailAddress) : null;
}

function domainOf(typed: string): string | null {
	// Lower-casing «İ» gives two characters, which mean another domain.
	if (!DOMAIN.test(typed) || typed.includes("İ")) return null;
	const lower = typed.toLowerCase();
	const ascii = domainToASCII(lower);
	if (!ASCII_DOMAIN.test(ascii)) return null;
	// Characters that were mapped (wide letters, ligatures) only looked like this domain.
	return lower === ascii || lower === domainToUnicode(ascii) ? ascii : null;
}

/** «an…@pochta.ru»: enough to recognise an address by, not to write to it. */
export const maskedEmail = (email: string): string => email.replace(/^(.{1,2}).*@/, "$1…@");
