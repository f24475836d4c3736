import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutNonce } from "../../../server/pages/without-nonce.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { ask, bodyOf } from "../raw-http.ts";

let instance: Instance;
beforeAll(async () => {
	instance = await startInstance();
});
afterAll(() => instance.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(instance.url + path, { headers, redirect: "manual" });
const policy = (response: Response) => response.headers.get("Content-Security-Policy") ?? "";

/** A page that bears no nonce: it comes from memory, also for the first who asks. */
async function fromMemory(path: string, headers: Record<string, string> = {}): Promise<Response> {
	const response = await get(path, headers);
	expect(policy(response), path).not.toContain("'nonce-");
	return response;
}

describe("documents that are the same for every anonymous visitor", () => {
	test.each(["/", "/login", "/registration", "/oferta", "/privacy", "/contacts", "/suggest/token"])(
		"check 34: %s comes from memory without a nonce, and its policy names each of its inline parts",
		async (path) => {
			const response = await fromMemory(path);
			const html = await response.text();
			expect(html).not.toContain("nonce");
			const parts = [...html.matchAll(/<(style|script)(?![^>]* src=)[^>]*>([\s\S]*?)<\/\1>/g)];
			expect(parts.length).toBeGreaterThan(1);
			for (const [, tag, content] of parts) {
				const hash = `'sha256-${createHash("sha256")
					.update(content ?? "")
					.digest("base64")}'`;
				expect(new RegExp(`${tag}-src[^;]*`).exec(policy(response))?.[0]).toContain(hash);
			}
			expect(policy(response)).toContain("'strict-dynamic'");
			expect(policy(response)).not.toMatch(/unsafe-/);
			expect(response.headers.get("Cache-Control")).toBe("no-store");
			expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(response.headers.has("X-Same-For-All")).toBe(false);
		},
	);

	test("each theme has a page of its own", async () => {
		const [light, dark] = [await fromMemory("/login"), await fromMemory("/login", { Cookie: "t=dark" })];
		expect(await light.text()).toContain('data-theme="light"');
		expect(await dark.text()).toContain('data-theme="dark"');
	});

	test("compressed or not, the page is the same; HEAD has its length and no body", async () => {
		await fromMemory("/login");
		const answer = (encoding: string, method = "GET") =>
			ask(instance.port, "/login", {
				method,
				headers: { Host: new URL(instance.url).host, "Accept-Encoding": encoding },
			});
		const asked = async (encoding: string, method?: string) => bodyOf(await answer(encoding, method));
		// The smallest form is made when nobody needs the processor, one page after another.
		const smallest = async () => {
			const { headers } = await answer("br, gzip", "HEAD");
			return headers["content-encoding"];
		};
		await expect.poll(smallest).toBe("br");
		const plain = await asked("identity");
		expect(gunzipSync(await asked("gzip")).equals(plain)).toBe(true);
		expect(brotliDecompressSync(await asked("br, gzip")).equals(plain)).toBe(true);
		expect(await asked("br", "HEAD")).toHaveLength(0);
	});

	test("a request with any identity is rendered for that visitor", async () => {
		await fromMemory("/login");
		for (const [path, headers] of [
			["/login?redirectTo=%2Fpayment", {}],
			["/login", { Cookie: "b=x" }],
			["/login", { Cookie: "t=dark; f=x" }],
			["/login", { Cookie: "t=other" }],
			["/LOGIN", {}],
		] as [string, Record<string, string>][]) {
			for (let i = 0; i < 2; i++) {
				expect(policy(await get(path, headers)), `${path} ${headers.Cookie}`).toContain("'nonce-");
			}
		}
	});

	test("a signed-in person never gets the anonymous page, nor anonymous visitors hers", async () => {
		const anna = await new Person(instance).register();
		const hers = await (await anna.fetch("/")).text();
		expect(hers).toContain(anna.email);
		expect(await (await fromMemory("/")).text()).not.toContain(anna.email);
		expect((await anna.fetch("/login")).headers.get("Location")).toBe("/chat");
	});

	test("missing pages, errors and redirects are not cached", async () => {
		for (const path of ["/nowhere", "/chat", "/health"]) {
			const first = await get(path);
			const second = await get(path);
			expect(second.status).toBe(first.status);
			expect(policy(second).includes("'sha256-")).toBe(false);
		}
	});
});

describe("a page without its nonce", () => {
	const with_ = "script-src 'nonce-abc=' 'strict-dynamic'; style-src 'self' 'nonce-abc='";

	test("a part that is not inline has no hash, so the page is not cached", () => {
		expect(withoutNonce('<script src="/a.js" nonce="abc="></script>', with_)).toBeNull();
		expect(withoutNonce("<p>without a policy</p>", "default-src 'none'")).toBeNull();
	});

	test("the hashes replace the nonce", () => {
		const page = withoutNonce('<style nonce="abc=">a{}</style><script nonce="abc=">1</script>', with_);
		expect(page?.html).toBe("<style>a{}</style><script>1</script>");
		expect(page?.policy).toMatch(
			/^script-src 'sha256-[^']+' 'strict-dynamic'; style-src 'self' 'sha256-[^']+'$/,
		);
	});
});
