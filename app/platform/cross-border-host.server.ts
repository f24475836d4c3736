const DOMESTIC = [/\.(ru|su|xn--p1ai)$/, /(^|\.)(yandex\.net|yandexcloud\.net)$/];
const PRIVATE = [
	/^127\./,
	/^10\./,
	/^192\.168\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^\[::1\]$/,
	/^\[f[cd]/,
	/\.(local|internal|lan|home\.arpa)$/,
];

/**
 * Whether sending prompts to this host may transfer personal data across the Russian border; users are notified then
 * (152-FZ, article 12). A name does not prove where a machine is, so a host that is neither on the operator's own
 * network nor under a Russian domain counts as cross-border: one notice too many harms less than one too few.
 */
export function isCrossBorder(baseUrl: string): boolean {
	const { hostname } = new URL(baseUrl);
	const ownNetwork = !/[.:]/.test(hostname) || PRIVATE.some((pattern) => pattern.test(hostname));
	return !ownNetwork && !DOMESTIC.some((pattern) => pattern.test(hostname));
}
