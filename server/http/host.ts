/** How to treat a request by its Host header. */
export type HostCheck = "ours" | "another-name-of-this-machine" | "other";

export type HostPolicy = {
	/** The public origin, `APP_URL`. */
	appUrl: string;
	/** In trial mode other loopback names redirect to `appUrl` instead of being refused. */
	trial: boolean;
	isLoopback: (hostname: string) => boolean;
};

/**
 * The origin pin: the site responds under one host name only. A foreign name is a forged link, or another site whose
 * name resolves to this machine.
 */
export function checkHost(host: string | undefined, { appUrl, trial, isLoopback }: HostPolicy): HostCheck {
	if (!host) return "other";
	const own = new URL(appUrl);
	// Parsed with the site's scheme, so that its default port is optional.
	const asked = /[/?#@\\\s]/.test(host) ? null : URL.parse(`${own.protocol}//${host}`);
	if (asked?.host === own.host) return "ours";
	if (trial && asked && asked.hostname !== own.hostname && isLoopback(asked.hostname)) {
		return "another-name-of-this-machine";
	}
	return "other";
}

/**
 * Whether the raw headers leave open which host is meant: more than one Host, or none where HTTP/1.1 requires it.
 * Node keeps the first of two, a proxy in front may use the last, so neither is trusted (RFC 9112, 3.2).
 * @param rawHeaders names and values alternating, as `IncomingMessage.rawHeaders`
 */
export function isHostUnclear(rawHeaders: readonly string[], httpVersion: string): boolean {
	let hosts = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") hosts += 1;
	}
	return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}
