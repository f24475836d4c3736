/** The client of a request, as far as the connection tells. */
export type Client = { ip: string; userAgent: string };

/** The network that an attempt is throttled by: an IPv4 address, or the /64 of one IPv6 subscriber. */
export function networkOf(ip: string): string {
	const address = withoutMapping(ip);
	return address.includes(":") ? `${ipv6Groups(address).slice(0, 4).join(":")}::/64` : address;
}

/** The /48 of an IPv6 address: its owner has 65,536 networks of /64. Null for IPv4. */
export function siteOf(ip: string): string | null {
	const address = withoutMapping(ip);
	return address.includes(":") ? `${ipv6Groups(address).slice(0, 3).join(":")}::/48` : null;
}

/** A wider network, which tells less about a person: /24 of IPv4, /64 of IPv6. This one is stored. */
export function wideNetworkOf(ip: string): string {
	const address = withoutMapping(ip);
	return /^\d+(\.\d+){3}$/.test(address)
		? `${address.split(".").slice(0, 3).join(".")}.0/24`
		: networkOf(address);
}

/** «192.0.2.•••» for `192.0.2.0/24`, «2001:db8:1:2:•••» for a /64: a stored network as it is displayed. */
export const maskedNetwork = (network: string): string =>
	network.replace(/(?:(?<=\.)0\/24|(?<=:):\/64)$/, "•••");

/** A dual-stack socket reports an IPv4 address as `::ffff:192.0.2.1`. */
function withoutMapping(ip: string): string {
	const address = ip.replace(/%.*$/, "");
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
	return mapped ?? address;
}

/** The eight groups of an address, without leading zeros. */
function ipv6Groups(address: string): string[] {
	// The URL parser reads every notation of an address and serializes it to one.
	const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
	const before = head ? head.split(":") : [];
	const after = tail ? tail.split(":") : [];
	const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
	return [...before, ...Array<string>(zeros).fill("0"), ...after];
}
