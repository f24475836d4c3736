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
 * another site that points its name at this machine (security.md, item 1 and check 18).
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
