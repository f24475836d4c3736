import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./pages/public-address.server.ts";

/**
 * Addresses that a setting of a screen may not lead to: link-local ones, where clouds keep the metadata of their
 * machines, with keys among them, and the addresses of some that do so elsewhere (Azure, Alibaba, AWS over IPv6).
 */
const METADATA = new BlockList();
METADATA.addSubnet("169.254.0.0", 16, "ipv4");
METADATA.addAddress("168.63.129.16", "ipv4");
METADATA.addAddress("100.100.100.200", "ipv4");
METADATA.addSubnet("fe80::", 10, "ipv6");
METADATA.addSubnet("fd00:ec2::", 32, "ipv6");

/** The code of a connection that was not made. */
export const REFUSED_ADDRESS = "ERR_ADDRESS_REFUSED";

/** Which addresses the names of a server may have; plain values, for a thread. */
export type AddressGuard = { allowPrivate: boolean };

/** Whether a server may be at this IP address. @param allowPrivate also on this machine and in its own network */
export function mayConnectTo(address: string, allowPrivate: boolean): boolean {
	const family = isIP(address);
	if (family === 0) return false;
	// An IPv4 address inside of an IPv6 one is matched by the IPv4 rules, too.
	if (METADATA.check(address, family === 4 ? "ipv4" : "ipv6")) return false;
	return allowPrivate || isPublicAddress(address);
}

/** Whether a server may be at this address, as far as it can be told without asking for the addresses of its name. */
export function mayBeAt(baseUrl: string, allowPrivate: boolean): boolean {
	const url = URL.parse(baseUrl);
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) return false;
	// A connection to a number never asks for its address.
	const host = url.hostname.replace(/^\[|\]$/g, "");
	if (isIP(host)) return mayConnectTo(host, allowPrivate);
	return allowPrivate || !/(^|\.)localhost\.?$/.test(host);
}

/**
 * Finds the addresses of names as the system does, where each connection is made, and refuses those that a server may not
 * be at: a name that changes its address after it was checked gains nothing.
 */
export const guardedLookup =
	(allowPrivate: boolean, lookup: typeof systemLookup = systemLookup): LookupFunction =>
	(name, options, found) => {
		lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
			const [first] = addresses ?? [];
			if (error || !first) return found(error ?? new Error("no address"), "");
			// One is enough: which of them would be connected to is not ours to say.
			if (!addresses.every(({ address }) => mayConnectTo(address, allowPrivate)))
				return found(Object.assign(new Error("refused"), { code: REFUSED_ADDRESS }), "");
			if (options.all) found(null, addresses);
			else found(null, first.address, first.family);
		});
	};
