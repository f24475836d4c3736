const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HIDDEN = "[…]";

/**
 * Makes another server's words fit for a log: without secrets, addresses' queries and e-mails, in one
 * line, short. Known secrets go first; then whatever looks like one, since servers like to repeat the
 * key they have refused. UUIDs stay: they name payments and requests, and open nothing.
 * @param secrets values that must not appear whatever they look like
 */
export function redact(text: string, secrets: readonly string[] = [], limit = 200): string {
	// The patterns below look around from every letter, so they get little; a run that the cut goes
	// through might be half a secret and goes whole.
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
