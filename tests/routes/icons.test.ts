import { afterAll, beforeAll, expect, test } from "vitest";
import { type Instance, startInstance } from "../support/instance.ts";

let site: Instance;
let bare: Instance;
beforeAll(async () => {
	[site, bare] = await Promise.all([startInstance(), startInstance({ env: { ICON_SOURCE: "none" } })]);
});
afterAll(() => Promise.all([site?.stop(), bare?.stop()]));

const ask = (query: string, of = site) => fetch(`${of.url}/icons/mdi.json${query}`);

test("S-7.15 S-7.16 S-7.17 icons are asked for by the set's prefix with a list of names, and kept for long", async () => {
	const response = await ask("?icons=check%2Cstar");
	expect(response.headers.get("content-type")).toBe("application/json");
	expect(response.headers.get("cache-control")).toBe("public, max-age=604800, immutable");
	expect(await response.json()).toEqual({
		prefix: "mdi",
		icons: {
			check: {
				body: expect.stringMatching(/^<path fill="currentColor" d="M[^"]+z"\/>$/),
				width: 24,
				height: 24,
			},
			star: expect.anything(),
		},
	});
});

test("what there is not is named, and asked again sooner", async () => {
	const response = await ask("?icons=star,no-such-star,star");
	expect(response.status).toBe(200);
	expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
	expect(await response.json()).toMatchObject({ icons: { star: {} }, not_found: ["no-such-star"] });
});

test.each([
	"",
	"?icons=",
	"?icons=a,,b",
	"?icons=Star",
	"?icons=a%20b",
	"?icons=../x",
	`?icons=${"a,".repeat(300)}a`,
])("«%s» is no question for icons: 400, kept by nobody", async (query) => {
	const response = await ask(query);
	expect(response.status).toBe(400);
	expect(response.headers.get("cache-control")).toBe("no-store");
});

test("there is no other set", async () => {
	expect((await fetch(`${site.url}/icons/fa.json?icons=star`)).status).toBe(404);
});

test("S-8.5 without a source of icons 424 is reported, and pages are readable", async () => {
	const response = await ask("?icons=star", bare);
	expect(response.status).toBe(424);
	expect(response.headers.get("cache-control")).toBe("no-store");
	expect((await fetch(`${bare.url}/`)).status).toBe(200);
});
