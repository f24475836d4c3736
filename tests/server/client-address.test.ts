import { expect, it } from "vitest";
import { request, sendRaw } from "./raw-http.ts";
import { openSite } from "./site.ts";

it.each([
	["nobody is trusted by default", 0, "1.2.3.4", "127.0.0.1"],
	["one proxy: the last entry", 1, "9.9.9.9, 1.2.3.4", "1.2.3.4"],
	["two proxies: the last but one", 2, "9.9.9.9, 1.2.3.4, 10.0.0.1", "1.2.3.4"],
	["fewer entries than proxies: the first", 3, "1.2.3.4, 10.0.0.1", "1.2.3.4"],
	["IPv6 in brackets with a port", 1, "[2001:db8::1]:443", "2001:db8::1"],
	["IPv4 with a port", 1, "1.2.3.4:5678", "1.2.3.4"],
	["IPv4 in IPv6", 1, "::ffff:1.2.3.4", "1.2.3.4"],
	["nonsense", 1, "<script>", "127.0.0.1"],
	["nothing", 1, "", "127.0.0.1"],
])("check 53, who is asking: %s", async (_, trustProxy, header, expected) => {
	const { port } = await openSite(async (_asked, visit) => new Response(visit.clientAddress), { trustProxy });
	expect((await sendRaw(port, request("/", { "X-Forwarded-For": header }))).body).toBe(expected);
});

it("reads several headers as one list", async () => {
	const { port } = await openSite(async (_asked, visit) => new Response(visit.clientAddress), {
		trustProxy: 1,
	});
	const text = request("/", { "X-Forwarded-For": "9.9.9.9" }).replace(
		"\r\n\r\n",
		"\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n",
	);
	expect((await sendRaw(port, text)).body).toBe("1.2.3.4");
});
