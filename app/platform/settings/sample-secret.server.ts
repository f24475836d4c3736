/** Long enough, but copied from a published example or a run of one key. */
export function isSampleSecret(secret: string): boolean {
	const isWords = /change.?me|replace.?(me|this)|your.?secret|example|sample|placeholder|замени|пример/i.test(
		secret,
	);
	return secret.length >= 32 && (isWords || new Set(secret).size < 8);
}
