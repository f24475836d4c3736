import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Addresses that are for one machine or one network, or for nobody: IANA's registry of special addresses. */
const SPECIAL_IPV4 = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	// The metadata of clouds are among these.
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/3",
	// The host of a virtual machine in Azure: a public number that leads inside.
	"168.63.129.16/32",
];
/** The range assigned to the public; every other IPv6 address is refused: mapped, embedded and local ones too. */
const GLOBAL_IPV6 = "2000::/3";
/** Special ranges within it: Teredo and other protocols, documentation, and IPv4 addresses inside of IPv6. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const list = (ranges: readonly string[], family: "ipv4" | "ipv6") => {
	const found = new BlockList();
	for (const range of ranges) {
		const [address = "", bits = ""] = range.split("/");
		found.addSubnet(address, Number(bits), family);
	}
	return found;
};
const specialIpv4 = list(SPECIAL_IPV4, "ipv4");
const globalIpv6 = list([GLOBAL_IPV6], "ipv6");
const specialIpv6 = list(SPECIAL_IPV6, "ipv6");

/** Whether an IP address is of the public internet. A text that is no IP address is not. */
export function isPublicAddress(address: string): boolean {
	if (isIPv4(address)) return !specialIpv4.check(address, "ipv4");
	if (!isIPv6(address) || address.includes("%")) return false;
	return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}
