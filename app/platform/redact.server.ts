/** Replaces redacted text in a log. */
export const HIDDEN = "[скрыто]";

/** Names of fields whose text is always redacted. Numbers pass: `outputTokens` is a count. */
const SECRET_NAME = /pass(word)?$|secret|token|cookie|authorization|api-?key|email/i;

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
	clean = withoutAddresses(replaceAll(clean, CREDENTIALS));
	return replaceAll(clean, PATTERNS);
}

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
