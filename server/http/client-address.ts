import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The client's address, for throttling. `trustedHops` trusted proxies have each appended the address they saw to
 * X-Forwarded-For; entries further left came with the request and may be forged.
 * @returns an IP address; the socket's when the header is missing or malformed
 */
export function clientAddress(req: IncomingMessage, trustedHops: number): string {
	const direct = plain(req.socket.remoteAddress ?? "");
	if (trustedHops === 0) return direct;
	const forwarded = [req.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
	const claimed = plain(forwarded.at(-Math.min(trustedHops, forwarded.length)) ?? "");
	return isIP(claimed) ? claimed : direct;
}

/** Without brackets and port, and an IPv4-mapped IPv6 address as IPv4. */
function plain(address: string): string {
	const text = address
		.trim()
		.replace(/^\[(.+)\](:\d+)?$/, "$1")
		.replace(/^::ffff:(?=\d+\.)/i, "");
	return text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}
