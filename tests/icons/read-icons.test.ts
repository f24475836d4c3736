import { afterEach, expect, test } from "vitest";
import { iconSource } from "../../app/icons/read-icons.server.ts";
import { type FakeHandler, startHttpFake } from "../support/fakes/http-fake.ts";

const fakes: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
	for (const fake of fakes.splice(0)) await fake.stop();
});

async function server(handler: FakeHandler) {
	const fake = await startHttpFake(handler);
	fakes.push(fake);
	return { read: iconSource(`${fake.url}/icons`), requests: fake.requests };
}

const json =
	(body: object): FakeHandler =>
	(_, response) =>
		response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));

const STAR = { body: '<path fill="currentColor" d="M1 1h2v2z"/>' };

test("the source of this site responds with the installed set, and names what is missing", async () => {
	const answer = await iconSource("self")(["check", "nothing-like-that"]);
	expect(answer).toMatchObject({
		outcome: "read",
		set: { prefix: "mdi", icons: { check: { width: 24 } }, not_found: ["nothing-like-that"] },
	});
	expect(await iconSource("self")(["check"])).not.toHaveProperty("set.not_found");
});

test("without a source there are no icons", async () => {
	expect(await iconSource("none")(["check"])).toEqual({ outcome: "no-source" });
});

test("another server is requested by prefix, for all names at once, and once for each name", async () => {
	const { read, requests } = await server(
		json({
			prefix: "mdi",
			width: 24,
			height: 24,
			icons: { star: STAR },
			aliases: { sun: { parent: "star" } },
		}),
	);
	expect(await read(["star", "sun", "void"])).toEqual({
		outcome: "read",
		set: {
			prefix: "mdi",
			icons: { star: { ...STAR, width: 24, height: 24 }, sun: { ...STAR, width: 24, height: 24 } },
			not_found: ["void"],
		},
	});
	await read(["star", "void"]);
	expect(requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
		"/icons/mdi.json?icons=star%2Csun%2Cvoid",
	]);
});

test.each([
	["a script", '<script>alert(1)</script><path d="M1 1"/>'],
	["a handler", '<path onload="alert(1)" d="M1 1"/>'],
	["a link", '<a href="https://example.org"><path d="M1 1"/></a>'],
])("%s in what another server draws is not passed on", async (_, body) => {
	const { read } = await server(json({ prefix: "mdi", icons: { star: { body } } }));
	expect(await read(["star"])).toMatchObject({ outcome: "unreachable" });
});

test("a server that fails is not asked again for a minute", async () => {
	const { read, requests } = await server((_, response) => response.writeHead(500).end());
	expect(await read(["star"])).toMatchObject({ outcome: "unreachable", error: { status: 500 } });
	expect(await read(["moon"])).toMatchObject({ outcome: "unreachable" });
	expect(requests).toHaveLength(1);
});
