import { expect, test } from "vitest";
import { networkOf, siteOf, wideNetworkOf } from "../../app/accounts/http/request-client.server.ts";

test.each([
	["192.0.2.17", "192.0.2.17", "192.0.2.0/24"],
	["::ffff:192.0.2.17", "192.0.2.17", "192.0.2.0/24"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::/64"],
	["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64", "2001:db8:1:2::/64"],
	["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0:0::/64"],
	["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0:0::/64"],
	["::1", "0:0:0:0::/64", "0:0:0:0::/64"],
	["unknown", "unknown", "unknown"],
])("%s is counted as %s and stored as %s", (ip, narrow, wide) => {
	expect(networkOf(ip)).toBe(narrow);
	expect(wideNetworkOf(ip)).toBe(wide);
});

test.each([
	["2001:0DB8:0001:0002::1", "2001:db8:1::/48"],
	["192.0.2.17", null],
	["::ffff:192.0.2.17", null],
])("%s is in the site %s", (ip, site) => {
	expect(siteOf(ip)).toBe(site);
});
