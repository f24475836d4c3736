/** What to do with a request by the Host it was sent to. */
export type HostVerdict = "ours" | "another-name-of-this-machine" | "foreign";

export type HostPolicy = {
	/** The public origin, `APP_URL`. */
	appUrl: string;
	/** In a trial the other loopback names are led to `appUrl` instead of being refused. */
	trial: boolean;
	isLoopback: (hostname: string) => boolean;
};

/**
 * The origin pin: the site answers under one name only. A foreign name is somebody's forged link, or
 * another site that points its name at this machine.
 */
export function judgeHost(host: string | undefined, { appUrl, trial, isLoopback }: HostPolicy): HostVerdict {
	if (!host) return "foreign";
	const own = new URL(appUrl);
	// Parsed with our scheme, so that its default port may be there or not.
	const asked = /[/?#@\\\s]/.test(host) ? null : URL.parse(`${own.protocol}//${host}`);
	if (asked?.host === own.host) return "ours";
	if (trial && asked && asked.hostname !== own.hostname && isLoopback(asked.hostname)) {
		return "another-name-of-this-machine";
	}
	return "foreign";
}

/**
 * Whether the headers, as they came, leave open which host is meant: more than one Host, or none where HTTP/1.1
 * demands it. Node keeps the first of two, a proxy in front perhaps the last, so none is believed (RFC 9112, 3.2).
 * @param rawHeaders names and values in turn, as `IncomingMessage.rawHeaders`
 */
export function isHostUnclear(rawHeaders: readonly string[], httpVersion: string): boolean {
	let hosts = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") hosts += 1;
	}
	return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}
