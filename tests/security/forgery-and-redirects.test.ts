import { createHash } from "node:crypto";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { someOf } from "../support/extent.ts";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { builtRoutes, dataOf } from "./built-routes.ts";
import { ADMIN_PATHS, changedTables, dump, type ValidForm, type Victim, victimOf } from "./forms.ts";
import { openSite, type Site } from "./site.ts";
import { type Answer, anotherBrowser, PASSWORD, Visitor } from "./visitor.ts";

const NEW = "совсем другие слова";
const routes = builtRoutes();
let model: FakeModel;
let site: Site;
let victim: Victim;
beforeAll(async () => {
	model = await startFakeModel();
	site = await openSite({ MODEL_BASE_URL: model.url, MODELS: "test-model" });
	victim = await victimOf(site);
});
afterAll(async () => {
	await site?.stop();
	await model?.stop();
});

/** Here another server calls, which has no page of ours: nothing that it says is trusted without asking. */
const NOTIFICATION = "/payment/notification";
/** Mail servers send what their readers press: the signed address decides, and no cookie. */
const UNSUBSCRIBE = "/news/unsubscribe";

/** The screens of staff are so to everybody else (forged in an owner's browser: tests/routes/admin/rights.test.ts); the link of the first owner without its token. */
const isUnknown = (path: string) => ["/nowhere", "/owner"].includes(path) || path.startsWith("/admin");

const isRefused = ({ status, cookies }: Answer) => status >= 400 && status < 500 && cookies.length === 0;

describe("check 30: a form that another site sends in the victim's browser", () => {
	const OWN = "https://chat.example.ru";
	const FOREIGN: Record<string, Record<string, string>> = {
		"from another site": { Origin: "https://evil.example" },
		"from a site whose name begins alike": { Origin: `${OWN}.evil.example` },
		"from a page without an origin": { Origin: "null" },
		"from the http variant": { Origin: "http://chat.example.ru" },
		"from another port": { Origin: `${OWN}:8443` },
		"without Origin": {},
		"from another site by Sec-Fetch-Site": { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
		"from a neighbouring site": { "Sec-Fetch-Site": "same-site", Origin: "https://www.example.ru" },
		"with our Origin, and Sec-Fetch-Site against it": { "Sec-Fetch-Site": "cross-site", Origin: OWN },
		"typed into the address bar": { "Sec-Fetch-Site": "none" },
		"with another site's Referer alone": { Referer: "https://evil.example/" },
		"with a Referer whose name begins alike": { Referer: `${OWN}.evil.example/` },
		"with our address in another site's Referer": { Referer: `https://evil.example/?${OWN}/` },
		"with us as the user of another site's Referer": { Referer: `${OWN}@evil.example/` },
		"with the Referer of another port": { Referer: `${OWN}:8443/login` },
		"with the Referer of the http variant": { Referer: "http://chat.example.ru/login" },
		"with a Referer in which ours is one of two": { Referer: `${OWN}/, https://evil.example/` },
		"with a Referer that is a blob of ours": { Referer: `blob:${OWN}/0b1c` },
		"with a Referer that is no address": { Referer: "chat.example.ru/login" },
		"with an empty Referer": { Referer: "" },
		"with our Referer, and an Origin against it": { Referer: `${OWN}/login`, Origin: "https://evil.example" },
		"with our Referer, and an Origin that is hidden": { Referer: `${OWN}/login`, Origin: "null" },
		"with our Referer, and an empty Origin": { Referer: `${OWN}/login`, Origin: "" },
		"with our Referer, and Sec-Fetch-Site against it": {
			Referer: `${OWN}/login`,
			"Sec-Fetch-Site": "cross-site",
		},
		"with our Referer, and an empty Sec-Fetch-Site": { Referer: `${OWN}/login`, "Sec-Fetch-Site": "" },
	};

	test("every address with an action is attacked here", () => {
		const attacked = new Set([...victim.forms.map(({ path }) => path), NOTIFICATION, UNSUBSCRIBE]);
		expect(routes.filter(({ hasAction, path }) => hasAction && !attacked.has(path))).toEqual([]);
	});

	test("sent to the webhook's address it is accepted without cookies, and changes nothing", async () => {
		const before = await dump(site);
		const { paymentId = "" } = victim.forms.find(({ path }) => path === "/payment/sandbox")?.fields ?? {};
		for (const event of ["payment.succeeded", "payment.canceled", "refund.succeeded"]) {
			const fields = { type: "notification", event, object: JSON.stringify({ id: paymentId }) };
			const answer = await send(NOTIFICATION, fields, "POST", { Origin: "https://evil.example" });
			expect([answer.status, answer.cookies]).toEqual([200, []]);
		}
		expect(changedTables(before, await dump(site))).toEqual([]);
	});

	test("sent to the address that unsubscribes it changes nothing without the signature, also with the victim's cookies", async () => {
		const before = await dump(site);
		const fields = { "List-Unsubscribe": "One-Click" };
		for (const token of ["", "A".repeat(43), `${crypto.randomUUID()}.${"A".repeat(43)}`]) {
			const target = `${UNSUBSCRIBE}?token=${token}`;
			const answer = await send(target, fields, "POST", { Origin: "https://evil.example" });
			expect([answer.status, answer.cookies]).toEqual([400, []]);
		}
		expect(changedTables(before, await dump(site))).toEqual([]);
	});

	test.each(Object.entries(FOREIGN))("%s is refused and changes nothing", async (_, headers) => {
		const before = await dump(site);
		const pages = victim.forms.map(({ path, fields }) => ({ target: path, fields, method: "POST" }));
		const others = victim.forms.flatMap(({ path, fields }) => [
			{ target: dataOf(path), fields, method: "POST" },
			...["PUT", "PATCH", "DELETE"].flatMap((method) =>
				[path, dataOf(path)].map((target) => ({ target, fields, method })),
			),
		]);
		for (const { target, fields, method } of [...pages, ...someOf(others, 12)]) {
			const answer = await send(target, fields, method, headers);
			expect([method, target, isRefused(answer)]).toEqual([method, target, true]);
		}
		expect(changedTables(before, await dump(site))).toEqual([]);
	});

	test.each(["text/plain", "multipart/form-data; boundary=x", "application/json", ""])(
		"the body's type «%s» is no way around it",
		async (type) => {
			const before = await dump(site);
			for (const { path, fields } of victim.forms) {
				const answer = await send(path, fields, "POST", {
					Origin: "https://evil.example",
					"Content-Type": type,
				});
				expect([path, isRefused(answer)]).toEqual([path, true]);
			}
			expect(changedTables(before, await dump(site))).toEqual([]);
		},
	);

	test.each([
		["by nobody", "Браузер не сообщил", {}],
		["by another site", "Она пришла с другого сайта", { Origin: "https://evil.example" }],
	])("sent %s it is refused by a page that leads back, on every address", async (_, sentence, headers) => {
		for (const { path, fields } of victim.forms) {
			const answer = await send(path, fields, "POST", headers);
			expect([path, answer.status]).toEqual([path, 403]);
			expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
			expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
			expect(answer.headers["cache-control"]).toBe("no-store");
			expect(answer.text.replaceAll("\u00a0", " ")).toContain(sentence);
			const [, way] = /<a href="([^"]*)" class="btn btn-primary"><span>Вернуться к\s/.exec(answer.text) ?? [];
			const back = await victim.person.thief().send((way ?? "").replaceAll("&amp;", "&"));
			expect([path, back.status < 400 || isUnknown(path)]).toEqual([path, true]);
		}
	});

	test("a browser that sends neither Origin nor Sec-Fetch-Site is recognised by its Referer", async () => {
		const person = await new Visitor(site).register();
		for (const [path, fields] of [
			["/theme", { theme: "dark", returnTo: "/" }],
			["/logout", {}],
		] as const) {
			const answer = await person.thief().send(path, {
				method: "POST",
				body: new URLSearchParams(fields).toString(),
				headers: {
					"Content-Type": "application/x-www-form-urlencoded",
					Referer: `${OWN}/account?do=nothing`,
				},
			});
			expect([path, answer.status, answer.cookies.length]).toEqual([path, 303, 1]);
		}
		expect(await person.isSignedIn()).toBe(false);
	});

	test("the same forms from this site's pages take effect, so the attack is a real one", async () => {
		const other = await victimOf(site);
		const without: string[] = [];
		for (const { path, fields } of other.forms) {
			// Some of these forms end the session that they were sent with.
			if (!(await other.person.isSignedIn())) {
				for (const password of [PASSWORD, NEW, `${NEW} 2`])
					if ((await other.person.signIn(password)).status === 303) break;
			}
			const before = await dump(site);
			await other.person.thief().post(path, fields);
			if ((await dump(site)) === before) without.push(`${path} ${fields.intent ?? Object.keys(fields)}`);
		}
		// A theme, a hidden announcement and a folded panel are cookies, an import takes a file (its own tests attack it
		// with one) and none is there to be canceled, no file of a question is there to be removed, an answer that is
		// complete needs no stop, nothing renews itself (that it is asked for is counted), the codes are wrong, and this
		// site knows no Yandex.
		expect(without).toEqual([
			"/theme theme,returnTo",
			"/announcement/hide id,returnTo",
			"/chat/panel panel,returnTo",
			"/nowhere any",
			...ADMIN_PATHS.map((path) => `${path} email,role,reason,currentPassword`),
			"/chat/import file",
			"/chat/import/cancel ",
			"/chat/files removeFile",
			"/chat/stop answerId,returnTo",
			"/payment stop-renewal",
			"/payment unlink-card",
			"/payment/card pay",
			"/payment/renewal/stop token,unlink",
			"/owner token,currentPassword",
			"/account confirm-totp",
			"/login code,recoveryCode,redirectTo",
			"/suggest/token state,accessToken,error",
		]);
	});

	function send(path: string, fields: ValidForm["fields"], method: string, headers: Record<string, string>) {
		const type = { "Content-Type": "application/x-www-form-urlencoded" };
		const body = new URLSearchParams(fields).toString();
		return victim.person.thief().send(path, { method, body, headers: { ...type, ...headers } });
	}
});

test("check 31: GET changes nothing, whatever the address and the headers claim", async () => {
	const before = await dump(site);
	for (const { path, fields } of victim.forms) {
		const query = new URLSearchParams(fields);
		for (const target of [
			`${path}?${query}`,
			`${path}?_method=POST&${query}`,
			`${path}?_method=DELETE`,
			`${path}?index&${query}`,
			`${dataOf(path)}?${query}`,
			`${dataOf(path)}?_method=POST&index&${query}`,
		]) {
			for (const method of ["GET", "HEAD", "OPTIONS"]) {
				const answer = await victim.person.thief().send(target, {
					method,
					headers: { "X-HTTP-Method-Override": "POST", "X-Method-Override": "DELETE", Origin: site.url },
				});
				expect([method, target, answer.status < 500]).toEqual([method, target, true]);
				expect(answer.cookies.filter((line) => line.startsWith("__Host-s="))).toEqual([]);
			}
		}
	}
	expect(changedTables(before, await dump(site))).toEqual([]);
});

describe("check 33: a return path stays in the site", () => {
	const ODD = [
		"//evil.example",
		"///evil.example",
		"/\\evil.example",
		"\\\\evil.example",
		"\\/evil.example",
		"/\t/evil.example",
		"/\n/evil.example",
		"/%09/evil.example",
		"/%0a/evil.example",
		"/%5cevil.example",
		"/%2f%2fevil.example",
		"%2f%2fevil.example",
		"/%2e%2e//evil.example",
		"https:evil.example",
		"https:/evil.example",
		"https://evil.example",
		"HTTPS://evil.example",
		"http:chat.example.ru",
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		" javascript:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"vbscript:x",
		"/.//evil.example",
		"/..//evil.example",
		"/x/..//evil.example",
		"@evil.example",
		"//chat.example.ru@evil.example",
		"https://chat.example.ru@evil.example",
		"https://chat.example.ru.evil.example",
		".evil.example",
		":8443/x",
		"?x",
		"/\r\nSet-Cookie: __Host-s=x",
		"/%0d%0aSet-Cookie:%20__Host-s=x",
		"/\u0000",
		"/\u2028//evil.example",
		"\u00a0//evil.example",
		"/\u3002evil.example",
		"//evil\u3002example",
		"/;@evil.example",
		"",
	];

	/** As a browser reads it: another host or another scheme would leave the site. */
	const staysHere = (location: string) => {
		const url = URL.parse(location, `${site.url}/login`);
		return url?.origin === site.url && !/^[/\\]{2}/.test(url.pathname) && !/[\r\n]/.test(location);
	};

	test("after signing in, on the page and in its data", async () => {
		const person = await new Visitor(site).register();
		// Each of them is met below, where no password has to be hashed for it.
		for (const redirectTo of someOf(ODD, 2)) {
			const { email, password } = person;
			const [page, data] = await Promise.all(
				["/login", "/login.data"].map((path) =>
					new Visitor(site).post(path, { email, password, redirectTo }),
				),
			);
			if (!page || !data) throw new Error("no answer");
			expect([redirectTo, page.status, staysHere(page.location)]).toEqual([redirectTo, 303, true]);
			expect([redirectTo, data.status, staysHere(redirectIn(data))]).toEqual([redirectTo, 202, true]);
			for (const { cookies } of [page, data])
				expect(cookies.filter((line) => line.startsWith("__Host-s="))).toHaveLength(1);
			const form = await new Visitor(site).get(`/login?redirectTo=${encodeURIComponent(redirectTo)}`);
			const kept = /name="redirectTo" value="([^"]*)"/.exec(form.text)?.[1] ?? "/";
			expect([redirectTo, staysHere(kept.replaceAll("&amp;", "&"))]).toEqual([redirectTo, true]);
		}
		expect((await person.signIn(undefined, { redirectTo: "/payment?plan=x#y" })).location).toBe(
			"/payment?plan=x#y",
		);
	});

	test("after choosing a theme, stopping an answer, and at the guard", async () => {
		const { person } = victim;
		const answerId = victim.forms.find(({ path }) => path === "/chat/stop")?.fields.answerId ?? "";
		for (const returnTo of ODD) {
			for (const [path, fields] of [
				["/theme", { theme: "dark", returnTo }],
				["/announcement/hide", { id: "an-announcement", returnTo }],
				["/chat/panel", { panel: "folded", returnTo }],
				["/chat/stop", { answerId, returnTo }],
			] as const) {
				const answer = await person.thief().post(path, fields);
				expect([path, returnTo, answer.status, staysHere(answer.location)]).toEqual([
					path,
					returnTo,
					303,
					true,
				]);
			}
			const Referer = encodeURI(`${site.url}/${returnTo}`).replace(/%0[ad]/gi, "");
			const guarded = await new Visitor(site).post("/chat", { intent: "ask" }, { Referer });
			expect([returnTo, guarded.location.startsWith("/login?redirectTo=%2F")]).toEqual([returnTo, true]);
		}
	});

	/** The address in the answer that the router's own fetch gets instead of a redirect. */
	function redirectIn({ text }: Answer): string {
		const parts = JSON.parse(text.split("\n", 1)[0] ?? "[]") as unknown[];
		return String(parts[parts.indexOf("redirect") + 1]);
	}
});

describe("check 34: the content policy", () => {
	const NOT_A_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox";
	const policyOf = ({ headers }: Answer) => String(headers["content-security-policy"]);

	function expectStrict({ text, headers }: Answer, what: string) {
		const policy = String(headers["content-security-policy"]);
		const found = new CspEvaluator(new CspParser(policy).csp).evaluate();
		expect([what, found.map(({ description }) => description)]).toEqual([what, []]);
		const parts = new Map(
			policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)] as const),
		);
		const scripts = parts.get("script-src") ?? [];
		expect(parts.get("default-src")).toEqual(["'none'"]);
		expect(scripts.at(-1)).toBe("'strict-dynamic'");
		for (const directive of ["base-uri", "object-src", "frame-ancestors"])
			expect(parts.get(directive)).toEqual(["'none'"]);
		expect(parts.get("require-trusted-types-for")).toEqual(["'script'"]);
		expect(policy).not.toMatch(/unsafe-|\*|\shttp:/);
		expect(text).not.toMatch(/<[a-z][^>]*\s(?:style|on[a-z]+)="/i);
		const nonce = /^'nonce-([A-Za-z0-9+/]+=*)'$/.exec(scripts[0] ?? "")?.[1];
		if (nonce === undefined) return expectHashes(text, scripts, parts.get("style-src") ?? []);
		expect([what, Buffer.from(nonce, "base64").length]).toEqual([what, 16]);
		// What the page has inline bears this nonce, and nothing is attached to elements.
		for (const [tag] of text.matchAll(/<(?:script|style)\b[^>]*>/g))
			expect(tag).toContain(`nonce="${nonce}"`);
		return nonce;
	}

	/** A page from memory: no nonce, which would be sent twice, and every inline part named by its hash. */
	function expectHashes(html: string, scripts: string[], styles: string[]): null {
		expect(html).not.toContain("nonce=");
		expect([...scripts, ...styles].join(" ")).not.toContain("nonce-");
		const inline = [...html.matchAll(/<(script|style)[^>]*>([\s\S]*?)<\/\1>/g)];
		expect(inline.length).toBeGreaterThan(1);
		for (const [, tag, content = ""] of inline) {
			const hash = `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
			expect(tag === "script" ? scripts : styles).toContain(hash);
		}
		return null;
	}

	test("of every page, for anybody, for somebody signed in, of 404 and of mistakes in forms", async () => {
		const nonces: string[] = [];
		const fromMemory = new Set<string>();
		let pages = 0;
		const look = (answer: Answer, what: string) => {
			if (!/^text\/html/.test(String(answer.headers["content-type"])))
				return expect([what, policyOf(answer)]).toEqual([what, NOT_A_PAGE]);
			pages++;
			const nonce = expectStrict(answer, what);
			if (nonce === null) fromMemory.add(what);
			else nonces.push(nonce);
		};
		const member = await anotherBrowser(victim.person);
		// Twice without a session: the second time some come from memory.
		for (const visitor of [new Visitor(site), member, new Visitor(site)]) {
			for (const { path } of routes) look(await visitor.get(path), path);
			for (const { path } of victim.forms.slice(0, 12))
				look(await visitor.post(path, { intent: "x", theme: "x" }), `form of ${path}`);
		}
		expect(pages).toBeGreaterThan(60);
		expect([...fromMemory]).toEqual(expect.arrayContaining(["/", "/login", "/oferta"]));
		// What was asked with a session, a query or as a form is never one of those.
		for (const { path } of routes)
			expect([path, policyOf(await member.get(path)).includes("sha256-")]).toEqual([path, false]);
		expect(new Set(nonces).size).toBe(nonces.length);
	});

	test("of the page that says that something broke", async () => {
		await site.sql("alter table accounts rename to accounts_away");
		try {
			const answer = await victim.person.get("/change-password");
			expect(answer.status).toBe(500);
			if (/^text\/html/.test(String(answer.headers["content-type"]))) expectStrict(answer, "500");
			else expect(policyOf(answer)).toBe(NOT_A_PAGE);
		} finally {
			await site.sql("alter table accounts_away rename to accounts");
		}
	});
});

test("check 39: nothing private is cached by a browser or a proxy", async () => {
	const person = await anotherBrowser(victim.person);
	// For crawlers and for installing: they say the same to everybody.
	const open = ["/robots.txt", "/sitemap.xml", "/manifest.webmanifest"];
	for (const { path } of routes.filter(({ path }) => !open.includes(path))) {
		for (const target of [path, dataOf(path)]) {
			const { headers } = await person.get(target);
			expect([target, headers["cache-control"]]).toEqual([target, expect.stringContaining("no-store")]);
		}
	}
	const answerId = victim.forms.find(({ path }) => path === "/chat/stop")?.fields.answerId;
	const stream = await person.get(`/chat/events?answer=${answerId}`);
	expect([stream.status, stream.headers["cache-control"]]).toEqual([200, "no-store, no-transform"]);
	const left = await person.post("/logout", {});
	expect(left.headers["clear-site-data"]).toContain('"storage"');
});
