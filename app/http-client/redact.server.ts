const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HIDDEN = "[…]";

/**
 * Prepares another server's text for a log: one short line without secrets, queries of addresses and e-mail
 * addresses. Known secrets are removed first; then whatever looks like one, since servers tend to repeat the key they
 * have refused. UUIDs stay: they identify payments and requests, and grant nothing.
 * @param secrets values to remove whatever they look like
 */
export function redact(text: string, secrets: readonly string[] = [], limit = 200): string {
	// The patterns below look around at every character, so the input is short; a token that the cut splits may be half
	// a secret and is removed whole.
	let clean = text.slice(0, 20_000).replace(/[\p{Cc}\s]+/gu, " ");
	if (clean.length > 2_000) clean = clean.slice(0, 2_000).replace(/[^\s"',;]*$/, "");
	for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, HIDDEN);
	clean = clean
		.replace(/\b(bearer|basic|oauth)\s+[^\s"',;]+/gi, `$1 ${HIDDEN}`)
		.replace(/\b(sk-|y\d_|AQVN|live_|test_|eyJ)[\w\-.*]{4,}/g, HIDDEN)
		.replace(/((?:api[_-]?key|token|secret|password)[\w-]*["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi, `$1${HIDDEN}`)
		.replace(/\?[^\s"'<>?]*=[^\s"'<>]*/g, "?…")
		.replace(/:\/\/[^\s/"'@]+@/g, `://${HIDDEN}@`)
		.replace(/[^\s"'<>@,;:()]+@[^\s"'<>@,;:()]+\.\w+/g, "[e-mail]")
		.replace(/[\w\-+=]{28,}/g, (run) => (/\d/.test(run) && !UUID.test(run) ? HIDDEN : run))
		.trim();
	return clean.length > limit ? `${clean.slice(0, limit)}…` : clean;
}
