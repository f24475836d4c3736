import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Who is asking, for throttling. `trustedHops` proxies of ours have each put the address they saw at the
 * end of X-Forwarded-For; whatever stands further left came with the request and may be invented.
 * @returns an IP address; the socket's when the header is missing or makes no sense
 */
export function clientAddress(req: IncomingMessage, trustedHops: number): string {
	const direct = plain(req.socket.remoteAddress ?? "");
	if (trustedHops === 0) return direct;
	const forwarded = [req.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
	const claimed = plain(forwarded.at(-Math.min(trustedHops, forwarded.length)) ?? "");
	return isIP(claimed) ? claimed : direct;
}

/** Without brackets and port, and an IPv4 address that came through an IPv6 socket as IPv4. */
function plain(address: string): string {
	const text = address
		.trim()
		.replace(/^\[(.+)\](:\d+)?$/, "$1")
		.replace(/^::ffff:(?=\d+\.)/i, "");
	return text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
