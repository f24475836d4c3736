import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sourceFiles } from "../conventions/source-files.ts";
import { builtRoutes } from "../security/built-routes.ts";
import { type Instance, startInstance } from "../support/instance.ts";

let instance: Instance;
let closed: Instance;
beforeAll(async () => {
	[instance, closed] = await Promise.all([
		startInstance(),
		startInstance({ env: { REGISTRATION: "closed", APP_NAME: "Школа № 5" } }),
	]);
});
afterAll(() => Promise.all([instance?.stop(), closed?.stop()]));

const get = async (path: string, from = instance) => {
	const answer = await fetch(from.url + path, { redirect: "manual" });
	// Without the style, which is long and is not what is asked about here.
	return { answer, text: (await answer.text()).replace(/<style[^>]*>.*?<\/style>/gs, "") };
};
const NOINDEX = '<meta name="robots" content="noindex"/>';

const saysListed = new Set(
	sourceFiles("app/routes")
		.filter(({ text }) => /^export const handle = \{[^}]*\blisted: true\b/m.test(text))
		.map(({ path }) => path.replace(/^app\/|\.tsx?$/g, "")),
);
const listed = builtRoutes()
	.filter(({ id }) => saysListed.has(id))
	.map(({ path }) => path);
/** Listed, and behind a guard: decision 27 says why. */
const GUARDED = ["/FAQ"];
/** What a stranger may read, by the routes' own handles. */
const LISTED = listed.filter((path) => !GUARDED.includes(path));

describe("what search engines read (the SEO audits of Lighthouse)", () => {
	test.each(LISTED)("%s has a title, a description, one address, a picture, and is listed", async (path) => {
		const { answer, text } = await get(path);
		expect(answer.status).toBe(200);
		expect(text).toMatch(/<title>[^<]{10,70}<\/title>/);
		expect(text).toMatch(/<meta name="description" content="[^"]{50,200}"\/>/);
		expect(text).toContain(`<link rel="canonical" href="${instance.url}${path}"/>`);
		expect(text).toContain(`<meta property="og:image" content="${instance.url}/og.png"/>`);
		expect(text).toContain('<meta name="viewport" content="width=device-width');
		expect(text).not.toContain('name="robots"');
		// Every link can be followed and says where it leads.
		for (const [link] of text.matchAll(/<a\s.*?<\/a>/gs)) {
			expect(link).toMatch(/ href="(?:\/|#|mailto:|tel:)/);
			expect(link.replace(/<[^>]+>/g, "") + (/aria-label="([^"]+)"/.exec(link)?.[1] ?? "")).toMatch(/\S{2}/);
		}
	});

	test("the routes say which they are, and all but those behind a guard are read by a stranger", async () => {
		expect(LISTED).toEqual(expect.arrayContaining(["/", "/login", "/contacts"]));
		expect(listed).toEqual(expect.arrayContaining(GUARDED));
		for (const path of GUARDED) expect((await get(path)).answer.status).toBe(302);
	});

	test("an address with a query is a copy of the one without", async () => {
		const { text } = await get("/login?redirectTo=%2Fchat");
		expect(text).toContain(`<link rel="canonical" href="${instance.url}/login"/>`);
	});

	test.each([
		"/registration/success",
		"/registration/fail",
		"/registration/account-already-exists",
		"/verify-mail",
		"/reset-password",
		"/change-password/fail",
		"/suggest/token",
		"/nowhere",
	])("%s is nobody's to list", async (path) => {
		const { text } = await get(path);
		expect(text.split(NOINDEX)).toHaveLength(2);
		expect(text).not.toContain('property="og:');
	});
});

describe("robots.txt, sitemap.xml", () => {
	test("robots.txt leaves the guarded screens alone and leads to the list", async () => {
		const { answer, text } = await get("/robots.txt");
		expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
		expect(text).toMatch(/^User-agent: \*\nDisallow: \/chat\n/);
		expect(text).toContain(`Sitemap: ${instance.url}/sitemap.xml`);
		for (const path of LISTED) expect(text).not.toContain(`Disallow: ${path}\n`);
	});

	test("sitemap.xml names what a stranger may read, each once, and every address answers", async () => {
		const { answer, text } = await get("/sitemap.xml");
		expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
		const named = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address));
		expect(named.map(({ pathname }) => pathname).sort()).toEqual([...LISTED].sort());
		expect(text).toMatch(/\/oferta<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
	});
});

describe("installing", () => {
	test("the manifest has what a browser asks for, under the operator's name, and its pictures are there", async () => {
		const { answer, text } = await get("/manifest.webmanifest", closed);
		expect(answer.headers.get("Content-Type")).toBe("application/manifest+json; charset=utf-8");
		const manifest = JSON.parse(text) as { icons: { src: string; sizes: string; purpose?: string }[] };
		expect(manifest).toMatchObject({
			...{ name: "Школа № 5", lang: "ru", start_url: "/chat", scope: "/", display: "standalone" },
			background_color: "#EFF4FB",
		});
		expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
			expect.arrayContaining(["192x192", "512x512", "any"]),
		);
		expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
		for (const { src } of manifest.icons) {
			const picture = await fetch(closed.url + src);
			expect([src, picture.status, picture.headers.get("Content-Type")?.split("/")[0]]).toEqual([
				...[src, 200, "image"],
			]);
		}
	});

	test("a page names the manifest and the icons of every size, and they answer", async () => {
		const { text } = await get("/");
		const named = [...text.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
		expect(named.map(([, path]) => path)).toEqual([
			...["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png", "/manifest.webmanifest"],
		]);
		for (const [, path = ""] of named) expect((await fetch(instance.url + path)).status).toBe(200);
		// No service worker, anywhere.
		expect(text).not.toContain("serviceWorker");
	});
});

test("where registration is closed, no page of the public face offers it", async () => {
	for (const path of ["/", "/login", "/oferta", "/contacts"]) {
		expect((await get(path, closed)).text).not.toContain('href="/registration');
	}
	expect((await get("/sitemap.xml", closed)).text).not.toContain("registration");
});
