/** Replaces redacted text in a log. */
export const HIDDEN = "[скрыто]";

/** Names of fields whose text is always redacted. Numbers pass: `outputTokens` is a count. */
const SECRET_NAME = /pass(word)?$|secret|token|cookie|authorization|api-?key|email/i;

/** Names of what a key is given by, in an address or to a program: `api_key`, `tavilyApiKey`, `X-Amz-Signature`. */
const KEY_NAME =
	/(key|token|secret|pass(word|wd|phrase)?|pwd|credentials?|auth(orization)?|cookie|sig(nature)?|^code)\d*$/i;
/** What looks like a key: a digit among letters of both cases, or a long hexadecimal number. */
const KEY = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+=~-]{20,}$|^[\dA-Fa-f]{32,}$/;

const CREDENTIALS: [RegExp, string][] = [
	// The password in an address: postgres://user:password@host.
	[/\b(\w+:\/\/[^\s:/@]*):[^\s/@]+@/g, `$1:${HIDDEN}@`],
	[/\b(Bearer|Basic|OAuth)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
];
const PATTERNS: [RegExp, string][] = [
	[/\bsk-[\w-]{8,}/g, HIDDEN],
	// The number of a bank card, in one piece or by fours.
	[/\b\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}\b/g, HIDDEN],
	// This application's tokens are 43 characters of base64url. An id (36, with hyphens) stays readable.
	[/(?<![\w-])[\w-]{40,}(?![\w-])/g, HIDDEN],
];

/**
 * Redacts from `text` what a log must not keep: the operator's secrets, matched literally, and whatever looks like a
 * password, a token, an e-mail address or a card number (docs/security.md, check 58).
 */
export function redactText(text: string, secrets: readonly string[]): string {
	let clean = text;
	for (const secret of secrets) clean = clean.replaceAll(secret, HIDDEN);
	clean = withoutAddresses(replaceAll(redactAddresses(clean), CREDENTIALS));
	return replaceAll(clean, PATTERNS);
}

/** Whether a value is a key, by its name or by its look. @param name empty: it has none */
export const isKeyValue = (name: string, value: string): boolean =>
	value !== "" && (KEY_NAME.test(name) || KEY.test(value));

/**
 * Redacts the keys in an address that a setting names: the name and the password before the host, and the values of
 * parameters that are keys. The host and the path stay, so one sees where it leads.
 */
export function redactAddress(address: string): string {
	// A password with a sign that should have been encoded ends the host in its middle: where it ends is the last «@».
	if (!URL.canParse(address) && address.includes("@"))
		return HIDDEN + address.slice(address.lastIndexOf("@"));
	const end = address.search(/[?#]/);
	const place = end < 0 ? address : address.slice(0, end);
	const parameters = end < 0 ? "" : address.slice(end);
	return (
		place.replace(/^(\w[\w+.-]*:[\\/]+)?[^\\/]*@/, `$1${HIDDEN}@`) +
		parameters.replace(/([?&#;])([^?&#;]+)/g, (_, sign: string, part: string) => sign + redactParameter(part))
	);
}

function redactParameter(part: string): string {
	const [entry] = new URLSearchParams(part.replaceAll("+", "%2B"));
	if (!entry) return part;
	const [name, value] = entry;
	const equals = part.indexOf("=");
	if (equals < 0) return isKeyValue("", name) ? HIDDEN : part;
	return isKeyValue(name, value) ? `${part.slice(0, equals)}=${HIDDEN}` : part;
}

/** Redacts the keys in each address of a text. */
export const redactAddresses = (text: string): string =>
	text.includes("://") ? text.replace(/\b\w+:\/\/[^\s"'<>«»]+/g, redactAddress) : text;

const replaceAll = (text: string, patterns: [RegExp, string][]) =>
	patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);

/** A word with or without what makes it an e-mail address: each is passed once, however long it is. */
const WORD = /[\p{L}\p{N}._%+-]+(@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?/gu;

function withoutAddresses(text: string): string {
	if (!text.includes("@")) return text;
	return text.replace(WORD, (word, domain: string | undefined) => (domain === undefined ? word : HIDDEN));
}

/** The same for a value of a log line; errors become their stack with their causes. */
export function redact(value: unknown, secrets: readonly string[], depth = 0): unknown {
	if (typeof value === "string") return redactText(value, secrets);
	if (value instanceof Error) return redactText(errorText(value), secrets);
	if (typeof value === "bigint") return String(value);
	if (typeof value !== "object" || value === null) return value;
	// Bounds the depth of a log line, and ends a circular structure.
	if (depth === 3) return "…";
	if (Array.isArray(value)) return value.slice(0, 20).map((item) => redact(item, secrets, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			typeof inner === "string" && SECRET_NAME.test(name) ? HIDDEN : redact(inner, secrets, depth + 1),
		]),
	);
}

function errorText(error: Error, depth = 0): string {
	const own = error.stack ?? `${error.name}: ${error.message}`;
	if (depth === 3 || error.cause === undefined) return own;
	const cause = error.cause instanceof Error ? errorText(error.cause, depth + 1) : String(error.cause);
	return `${own}\nПричина: ${cause}`;
}
