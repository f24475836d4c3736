import { afterEach, beforeEach, expect, test } from "vitest";
import { PageGuard } from "../../../app/tools/pages/page-guard.server.ts";
import { isPublicAddress } from "../../../app/tools/pages/public-address.server.ts";
import type { Lookup } from "../../../app/tools/pages/public-lookup.server.ts";
import { readPage } from "../../../app/tools/pages/read-page.server.ts";
import { PageReader } from "../../../app/tools/pages/text/page-reader.server.ts";
import { switchProtocols } from "../../support/fakes/http-fake.ts";
import { context } from "../context.ts";
import { startPageServer, startTrap } from "./page-server.ts";

let trap: Awaited<ReturnType<typeof startTrap>>;
const reader = new PageReader();
beforeEach(async () => {
	trap = await startTrap();
});
afterEach(async () => {
	await reader.close();
	await trap.stop();
});

/** Reads as the product does, but for the trap's port, which would be refused before its address. */
const read = (url: string, guard = new PageGuard({ ports: [String(trap.port)] })) =>
	readPage({ guard, reader, about: "Test" }).run({ url }, context());

test.each([
	"http://127.0.0.1:PORT/",
	"http://127.1:PORT/",
	"http://2130706433:PORT/",
	"http://0x7f.1:PORT/",
	"http://0x7f000001:PORT/",
	"http://0177.0.0.1:PORT/",
	"http://１２７.０.０.１:PORT/",
	"http://127。0。0。1:PORT/",
	"http://0:PORT/",
	"http://0.0.0.0:PORT/",
	"http://localhost:PORT/",
	"http://localhost.:PORT/",
	"http://LOCALHOST:PORT/",
	"http://a.localhost:PORT/",
	"http://[::1]:PORT/",
	"http://[::]:PORT/",
	"http://[::127.0.0.1]:PORT/",
	"http://[::ffff:127.0.0.1]:PORT/",
	"http://[::ffff:0:127.0.0.1]:PORT/",
	"http://[64:ff9b::127.0.0.1]:PORT/",
	"http://[2002:7f00:1::]:PORT/",
	"http://[fe80::1]:PORT/",
	"http://[fd00:ec2::254]:PORT/",
	"http://169.254.169.254:PORT/latest/meta-data/",
	"http://100.100.100.200:PORT/",
	"http://168.63.129.16:PORT/",
	"http://10.0.0.1:PORT/",
	"http://172.31.255.255:PORT/",
	"http://192.168.0.1:PORT/",
])("an address that is not of the public internet is refused: %s", async (url) => {
	const outcome = await read(url.replace("PORT", String(trap.port)));
	expect(outcome).toMatchObject({ ok: false, code: "refused" });
	expect(trap.connections()).toBe(0);
});

test.each([
	"file:///etc/passwd",
	"ftp://127.0.0.1:PORT/",
	"gopher://127.0.0.1:PORT/",
	"data:text/html,<p>hello",
	"javascript:alert(1)",
	"http://someone:secret@127.0.0.1:PORT/",
	"//127.0.0.1:PORT/",
	"127.0.0.1:PORT",
	"http://",
	"not an address",
])("what is no address of a page is refused: %s", async (url) => {
	const outcome = await read(url.replace("PORT", String(trap.port)));
	expect(outcome).toMatchObject({ ok: false, code: "bad-arguments" });
	expect(trap.connections()).toBe(0);
});

test.each([22, 25, 3306, 6379, 8080])("only the ports of the web are connected to, not %i", async (port) => {
	const asked: string[] = [];
	const lookup: Lookup = (name, _, found) => {
		asked.push(name);
		found(new Error("no such name"), []);
	};
	const outcome = await read(`http://example.com:${port}/`, new PageGuard({ lookup }));
	expect(outcome).toMatchObject({ ok: false, code: "refused" });
	expect(asked).toEqual([]);
	expect(await read("https://example.com/", new PageGuard({ lookup }))).toMatchObject({
		code: "unavailable",
	});
	expect(asked).toEqual(["example.com"]);
});

/** Answers in turn, and the last answer for ever. */
function namesThatLead(...answers: string[][]): { lookup: Lookup; asked: string[] } {
	const asked: string[] = [];
	const lookup: Lookup = (name, _, found) => {
		asked.push(name);
		const addresses = answers.length > 1 ? answers.shift() : answers[0];
		found(
			null,
			(addresses ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
		);
	};
	return { lookup, asked };
}

test.each([
	["into the machine", [["127.0.0.1"]]],
	["nowhere", [[]]],
	["to a public address and into the machine", [["2a00::1", "127.0.0.1"]]],
	["into the machine by IPv6", [["::ffff:7f00:1"]]],
	// The second question is never asked: what was looked at is what is connected to.
	["first to the public, then into the machine", [["2a00::1"], ["127.0.0.1"]]],
])("a name that leads %s reaches nothing inside", async (_, answers) => {
	const { lookup, asked } = namesThatLead(...answers);
	const guard = new PageGuard({ ports: [String(trap.port)], lookup });
	const url = `http://rebinding.example:${trap.port}/`;
	expect(await read(url, guard)).toMatchObject({ ok: false });
	expect(asked).toHaveLength(1);
	expect(await read(url, guard)).toMatchObject({ ok: false });
	expect(trap.connections()).toBe(0);
});

test("a redirect is looked at as its own address is, and there are three at most", async () => {
	let hops = 0;
	const pages = await startPageServer((request, response) => {
		hops++;
		response.writeHead(302, { location: decodeURIComponent(request.url?.slice(2) ?? "") }).end();
	});
	const { lookup } = namesThatLead(["127.0.0.1"]);
	// The server of the pages stands for the public one.
	const guard = new PageGuard({ hosts: [pages.host], ports: [String(trap.port)], lookup });
	const via = (url: string) => read(`${pages.url}/?${encodeURIComponent(url)}`, guard);
	for (const target of ["127.0.0.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "inner.example"])
		expect(await via(`http://${target}:${trap.port}/`), target).toMatchObject({ ok: false, code: "refused" });
	expect(await via("file:///etc/passwd")).toMatchObject({ ok: false, code: "bad-arguments" });
	expect(trap.connections()).toBe(0);
	hops = 0;
	expect(await via("")).toMatchObject({
		ok: false,
		code: "unavailable",
		text: expect.stringContaining("без конца"),
	});
	expect(hops).toBe(4);
	await pages.stop();
});

test("pages that switch to another protocol are not answers, and hold up no other page", async () => {
	const pages = await startPageServer((request, response) => {
		if (request.url !== "/honest") return switchProtocols(response);
		response.writeHead(200, { "content-type": "text/plain" }).end("Честная страница");
	});
	const guard = new PageGuard({ hosts: [pages.host] });
	const { run } = readPage({ guard, reader, about: "Test" });
	// More of them than are fetched at the same time.
	const switching = Array.from({ length: 40 }, () => run({ url: `${pages.url}/` }, context()));
	for (const outcome of await Promise.all(switching))
		expect(outcome).toMatchObject({ ok: false, code: "unavailable" });
	expect(await run({ url: `${pages.url}/honest` }, context())).toMatchObject({
		ok: true,
		text: expect.stringContaining("Честная страница"),
	});
	await pages.stop();
});

test("a host of the operator's own network is read by its name and port alone, and not by a redirect", () => {
	const guard = new PageGuard({ hosts: ["wiki.local:8080"] });
	expect(guard.check("http://wiki.local:8080/page").href).toBe("http://wiki.local:8080/page");
	expect(() => guard.check("http://wiki.local:8081/")).toThrow("not-public");
	expect(() => guard.check("http://wiki.local:8080/", new URL("https://example.com/"))).toThrow("not-public");
	expect(guard.check("/other", new URL("http://wiki.local:8080/")).pathname).toBe("/other");
});

test.each([
	["8.8.8.8", true],
	["77.88.55.88", true],
	["223.255.255.255", true],
	["224.0.0.1", false],
	["255.255.255.255", false],
	["198.19.255.255", false],
	["198.20.0.0", true],
	["2a02:6b8::2:242", true],
	["2001:4860:4860::8888", true],
	["2001::1", false],
	["2001:db8::1", false],
	["3fff::1", false],
	["4000::1", false],
	["::", false],
	["::ffff:8.8.8.8", false],
	["fe80::1%eth0", false],
	["example.com", false],
	["", false],
])("%s is public: %s", (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));
