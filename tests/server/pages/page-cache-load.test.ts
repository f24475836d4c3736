import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ask, bodyOf, openSocket, request } from "../raw-http.ts";
import { openSite } from "../site.ts";

const GZIP = { Host: "localhost:1", "Accept-Encoding": "gzip, br" };

/** A promise that a test resolves. */
function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}

/** A static page as the application answers it to somebody of whom it knows nothing. */
const page = (text: string, headers: Record<string, string> = {}) =>
	new Response(`<style nonce="abc=">a{}</style><p>${text}</p>`, {
		headers: {
			"Content-Type": "text/html; charset=utf-8",
			"Content-Security-Policy": "script-src 'nonce-abc='; style-src 'nonce-abc='",
			"X-Same-For-All": "1",
			...headers,
		},
	});

/**
 * A site whose documents are /a, /b and /c, with a clock and a compression of its own.
 * @param render what the application answers with a static page
 */
async function openHouse(
	render: (path: string, nth: number) => Promise<Response> | Response,
	renderMs = 60_000,
) {
	const at = { now: 1_000_000, renders: [] as string[], signIns: 0, compressed: 0, compressing: 0, most: 0 };
	const holds = { signIn: Promise.resolve(), compress: Promise.resolve() };
	const site = await openSite(
		async (asked) => {
			const path = new URL(asked.url).pathname;
			if (asked.method === "POST") {
				at.signIns++;
				await holds.signIn;
				return new Response("signed in");
			}
			at.renders.push(path);
			return render(path, at.renders.filter((one) => one === path).length);
		},
		{
			staticPaths: new Set(["/a", "/b", "/c"]),
			keeping: {
				now: () => at.now,
				renderMs,
				compress: async (plain) => {
					at.most = Math.max(at.most, ++at.compressing);
					await holds.compress;
					at.compressing--;
					at.compressed++;
					return Buffer.from(`br ${plain.length}`);
				},
			},
		},
	);
	const get = async (path: string, headers: Record<string, string> = { Host: "localhost:1" }) => {
		const answer = await ask(site.port, path, { headers });
		return { status: answer.statusCode, headers: answer.headers, text: (await bodyOf(answer)).toString() };
	};
	const signIn = async () => {
		const answer = await ask(site.port, "/login", { method: "POST", body: "email=a", headers: GZIP });
		return (await bodyOf(answer)).toString();
	};
	return { at, holds, get, signIn, site };
}

describe("fifty concurrent requests for a page", () => {
	test("after the start, it is rendered once and compressed once", async () => {
		const { opened, open } = gate();
		const { at, get } = await openHouse(async () => {
			await opened;
			return page("Привет");
		});
		const visits = Array.from({ length: 50 }, () => get("/a"));
		await expect.poll(() => at.renders.length).toBeGreaterThan(0);
		// Enough for the others to have come too, did the first not hold the place.
		await wait(20);
		open();
		const answers = await Promise.all(visits);
		expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(["<style>a{}</style><p>Привет</p>"]));
		expect(answers.every(({ headers }) => !headers["x-same-for-all"])).toBe(true);
		expect(at.renders).toEqual(["/a"]);
		await expect.poll(() => at.compressed).toBe(1);
		await get("/a");
		expect([at.renders.length, at.compressed]).toEqual([1, 1]);
	});

	test("when it is stale, the old page is served meanwhile, and one is rendered", async () => {
		const { opened, open } = gate();
		const { at, get } = await openHouse(async (_, nth) => {
			if (nth === 2) await opened;
			return page(`Вид ${nth}`);
		});
		await get("/a");
		at.now += 61_000;
		const answers = await Promise.all(Array.from({ length: 50 }, () => get("/a")));
		expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(["<style>a{}</style><p>Вид 1</p>"]));
		expect(at.renders).toEqual(["/a", "/a"]);
		open();
		await expect.poll(async () => (await get("/a")).text).toContain("Вид 2");
		expect(at.renders).toEqual(["/a", "/a"]);
		await expect.poll(() => at.compressed).toBe(2);
	});

	test("when it is older than two minutes, it is not served", async () => {
		const { at, get } = await openHouse((_, nth) => page(`Вид ${nth}`));
		await get("/a");
		at.now += 120_001;
		expect((await get("/a")).text).toContain("Вид 2");
	});

	test("an unchanged page is not compressed again", async () => {
		const { at, get } = await openHouse(() => page("Привет"));
		await get("/a");
		await expect.poll(() => at.compressed).toBe(1);
		at.now += 61_000;
		await get("/a");
		await expect.poll(() => at.renders.length).toBe(2);
		await expect.poll(async () => (await get("/a", GZIP)).headers["content-encoding"]).toBe("br");
		await get("/b");
		await expect.poll(() => at.compressed).toBe(2);
	});
});

describe("visitors who wait for the same page", () => {
	test("when the first disconnects, the render continues for the others", async () => {
		const { opened, open } = gate();
		const { at, get, site } = await openHouse(async () => {
			await opened;
			return page("Привет");
		});
		const first = openSocket(site.port);
		first.write(request("/a"));
		await expect.poll(() => at.renders.length).toBe(1);
		const second = get("/a");
		first.destroy();
		await expect.poll(() => site.records.length).toBe(1);
		open();
		expect((await second).text).toContain("Привет");
		expect(at.renders).toHaveLength(1);
		expect(site.errors).toEqual([]);
	});

	test.each([
		["throws", () => Promise.reject(new Error("broken"))],
		["fails with 500", async () => new Response("<p>500</p>", { status: 500 })],
		["never ends", () => new Promise<Response>(() => {})],
	])("a render that %s is not kept, and who waited for it asks anew", async (_, fail) => {
		const { at, get } = await openHouse((_, nth) => (nth === 1 ? fail() : page("Привет")), 50);
		const answers = await Promise.all([get("/a"), get("/a"), get("/a")]);
		expect(answers.map(({ status, text }) => [status, text.includes("Привет")])).toEqual(
			Array(3).fill([200, true]),
		);
		await get("/a");
		const renders = at.renders.length;
		expect((await get("/a")).text).toBe("<style>a{}</style><p>Привет</p>");
		expect(at.renders).toHaveLength(renders);
	});

	test("a failure while the page is stale leaves the old one, as long as it may be served", async () => {
		const { at, get } = await openHouse((_, nth) =>
			nth === 1 ? page("Вид 1") : Promise.reject(new Error("broken")),
		);
		await get("/a");
		at.now += 61_000;
		for (let i = 0; i < 3; i++) expect((await get("/a")).text).toContain("Вид 1");
		at.now += 60_000;
		expect((await get("/a")).status).toBe(500);
	});

	test("a personal page is rendered for each visitor, and not for all first", async () => {
		const { at, get } = await openHouse((_, nth) => page(`Вид ${nth}`, { "Set-Cookie": "b=1" }));
		const texts = await Promise.all(Array.from({ length: 3 }, async () => (await get("/a")).text));
		expect(new Set(texts).size).toBe(3);
		expect(at.renders).toHaveLength(4);
		await get("/a");
		expect(at.renders).toHaveLength(5);
		at.now += 61_000;
		await get("/a");
		expect(at.renders).toHaveLength(7);
	});
});

describe("compression delays nobody", () => {
	test("one page at a time; a sign-in meanwhile is served, and no compression begins until it has ended", async () => {
		const { at, holds, get, signIn } = await openHouse((path) => page(path));
		const [compressing, entering] = [gate(), gate()];
		holds.compress = compressing.opened;
		expect((await get("/a", GZIP)).headers["content-encoding"]).toBe("gzip");
		await Promise.all([get("/b"), get("/c")]);
		await expect.poll(() => at.compressing).toBe(1);
		expect(await signIn()).toBe("signed in");

		holds.signIn = entering.opened;
		const entered = Array.from({ length: 8 }, signIn);
		await expect.poll(() => at.signIns).toBe(4);
		compressing.open();
		await expect.poll(() => at.compressed).toBe(1);
		// Pages are answered all the same.
		expect((await get("/b", GZIP)).headers["content-encoding"]).toBe("gzip");
		await wait(20);
		expect([at.compressed, at.compressing]).toEqual([1, 0]);
		entering.open();
		expect(await Promise.all(entered)).toEqual(Array(8).fill("signed in"));
		await expect.poll(() => at.compressed).toBe(3);
		expect(at.most).toBe(1);
		expect((await get("/c", GZIP)).headers["content-encoding"]).toBe("br");
	});

	test("the pages take at most sixteen megabytes together", async () => {
		const { at, get } = await openHouse((path) => page(path + "я".repeat(4 * 1024 * 1024)));
		for (const path of ["/a", "/b", "/c", "/c", "/b"]) await get(path);
		expect(at.renders).toEqual(["/a", "/b", "/c", "/b"]);
	});
});
