import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeModel, startFakeModel } from "../support/fakes/fake-model.ts";
import { openSite, type Site, waitForEmail } from "./site.ts";
import { type Answer, anotherBrowser, PASSWORD, Visitor } from "./visitor.ts";

const NEW = "совсем другие слова";
const DAY = 24 * 3_600_000;

let model: FakeModel;
let site: Site;
beforeAll(async () => {
	model = await startFakeModel();
	site = await openSite({ MODEL_BASE_URL: model.url, MODELS: "test-model" });
});
afterAll(async () => {
	await site?.stop();
	await model?.stop();
});

/** What somebody without a session gets, from a page and from its data. */
async function expectSignedOut(visitor: Visitor): Promise<void> {
	const page = await visitor.get("/chat");
	expect([page.status, page.location]).toEqual([302, "/login?redirectTo=%2Fchat"]);
	const data = await visitor.get("/chat.data");
	expect(data.text).toContain("/login?redirectTo=");
	expect(data.text).not.toContain("promptId");
}

const cookieNamed = ({ cookies }: Answer, name: string) =>
	cookies.find((line) => line.startsWith(`${name}=`));

test("check 22: every cookie is __Host-, Secure, HttpOnly, SameSite=Lax, of this host alone", async () => {
	const person = new Visitor(site);
	const answers = [await person.begin(), await person.post("/theme", { theme: "dark", returnTo: "/" })];
	const { token } = await waitForEmail(site, person.email);
	answers.push(await person.post("/verify-mail", { token }), await person.signIn());
	answers.push(await person.post("/chat/panel", { panel: "folded", returnTo: "/chat" }));
	answers.push(await person.post("/change-password", { currentPassword: PASSWORD, newPassword: NEW }));
	answers.push(await person.post("/logout", {}));
	const lines = answers.flatMap(({ cookies }) => cookies);
	const names = new Set(lines.map((line) => line.split("=")[0]));
	expect([...names].sort()).toEqual(["__Host-b", "__Host-f", "__Host-p", "__Host-s", "__Host-t"]);
	for (const line of lines) {
		expect(line).toMatch(/^__Host-\w+=[\w%-]*; /);
		const attributes = line
			.split("; ")
			.slice(1)
			.map((part) => part.toLowerCase());
		for (const needed of ["path=/", "secure", "httponly", "samesite=lax"])
			expect(attributes).toContain(needed);
		expect(line).not.toMatch(/domain/i);
	}
});

test("check 23: a value that was planted before signing in is worthless afterwards", async () => {
	const person = await new Visitor(site).register();
	const planted = "A".repeat(43);
	const victim = new Visitor(site, { email: person.email });
	victim.cookie = `__Host-s=${planted}`;
	expect((await victim.signIn()).status).toBe(303);
	expect(victim.session).not.toBe(planted);
	const attacker = new Visitor(site);
	attacker.cookie = `__Host-s=${planted}`;
	await expectSignedOut(attacker);

	// The attacker's own session, put into the victim's browser, ends when the victim signs in there.
	const own = await new Visitor(site).register();
	victim.cookie = own.cookie;
	expect((await victim.signIn()).status).toBe(303);
	expect(victim.session).not.toBe(own.session);
	await expectSignedOut(own);

	// Confirming an address signs in too, and replaces as well.
	const fresh = new Visitor(site);
	await fresh.begin();
	fresh.cookie = `${fresh.cookie}; __Host-s=${planted}`;
	await fresh.post("/verify-mail", { token: (await waitForEmail(site, fresh.email)).token });
	expect(fresh.session).toMatch(/^[\w-]{43}$/);
	expect(fresh.session).not.toBe(planted);
});

test("check 24: signing out ends the session on the server; a copy of the cookie is invalid", async () => {
	const person = await new Visitor(site).register();
	const elsewhere = await anotherBrowser(person);
	const thief = person.thief();
	expect(await thief.isSignedIn()).toBe(true);
	const left = await person.post("/logout", {});
	expect([left.status, left.location]).toEqual([303, "/login"]);
	expect(cookieNamed(left, "__Host-s")).toMatch(/Max-Age=0/);
	await expectSignedOut(thief);
	const act = await thief.post("/chat", {
		intent: "ask",
		promptId: crypto.randomUUID(),
		conversationId: "",
		text: "Меня здесь нет",
	});
	expect(act.location).toMatch(/^\/login/);
	expect(await elsewhere.isSignedIn()).toBe(true);
});

describe("check 25: a changed password", () => {
	test("ends every other session at once; this browser continues with a new value", async () => {
		const one = await new Visitor(site).register();
		const [two, three] = [await anotherBrowser(one), await anotherBrowser(one)];
		const thief = one.thief();
		const changed = await one.post("/change-password", { currentPassword: PASSWORD, newPassword: NEW });
		expect(changed.location).toBe("/change-password/success");
		for (const other of [two, three, thief]) await expectSignedOut(other);
		expect(one.session).not.toBe(thief.session);
		expect(await one.isSignedIn()).toBe(true);
		expect((await waitForEmail(site, one.email, 2)).text).toMatch(/парол/i);
	});

	test("ends the event streams that other browsers are reading", async () => {
		const one = await new Visitor(site).register();
		const two = await anotherBrowser(one);
		const { answerId } = await one.ask("сценарий:slow:500:200");
		const stream = await two.follow(answerId);
		expect(stream.status).toBe(200);
		await one.post("/change-password", { currentPassword: PASSWORD, newPassword: NEW });
		// Before the answer is whole.
		expect(await stream.ended).not.toContain("event: end");
	});
});

test("check 26: a reset password ends every session, signs nobody in and sends an e-mail", async () => {
	const one = await new Visitor(site).register();
	const two = await anotherBrowser(one);
	const token = await one.resetToken(2);
	const opener = new Visitor(site);
	const reset = await opener.post("/change-password", { token, newPassword: NEW });
	expect(reset.location).toBe("/change-password/success");
	expect(opener.session).toBe("");
	for (const browser of [one, two, opener]) await expectSignedOut(browser);
	expect((await waitForEmail(site, one.email, 3)).text).toMatch(/парол/i);
	expect((await one.signIn()).status).toBe(400);
	expect((await one.signIn(NEW)).status).toBe(303);
});

describe("check 27: a session ends", () => {
	const shift = (person: Visitor, columns: string[], byMs: number) =>
		site.sql(
			`update sessions set ${columns.map((column) => `${column} = ${column} - ${byMs}`).join(", ")}
			where account_id = (select id from accounts where email = ?)`,
			person.email,
		);

	test("thirty days after the last visit", async () => {
		const person = await new Visitor(site).register();
		await shift(person, ["created_at", "seen_at"], 30 * DAY - 60_000);
		expect(await person.isSignedIn()).toBe(true);
		// That visit counted: it begins another thirty days.
		await shift(person, ["created_at", "seen_at"], 30 * DAY - 60_000);
		expect(await person.isSignedIn()).toBe(true);
		await shift(person, ["created_at", "seen_at"], 30 * DAY + 60_000);
		await expectSignedOut(person);
	});

	test("ninety days after signing in, however often it was used", async () => {
		const person = await new Visitor(site).register();
		await shift(person, ["created_at"], 90 * DAY - 60_000);
		expect(await person.isSignedIn()).toBe(true);
		await shift(person, ["created_at"], 120_000);
		await expectSignedOut(person);
	});

	test("a visit renews the cookie with the same value, at most once in ten minutes", async () => {
		const person = await new Visitor(site).register();
		const value = person.session;
		expect((await person.get("/chat")).cookies).toEqual([]);
		await shift(person, ["created_at", "seen_at"], 11 * 60_000);
		const renewed = await person.get("/chat");
		expect(cookieNamed(renewed, "__Host-s")).toContain(`=${value}; Max-Age=2592000;`);
		expect((await person.get("/chat")).cookies).toEqual([]);
	});
});

describe("check 28: the list of sessions", () => {
	const CHROME =
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

	/** Three browsers of one person; the ids of the other two as the screen of the first gives them. */
	async function three() {
		const one = await new Visitor(site).register();
		const two = new Visitor(site, { email: one.email });
		const login = { email: one.email, password: PASSWORD };
		expect((await two.post("/login", login, { "User-Agent": CHROME })).status).toBe(303);
		const third = await anotherBrowser(one);
		const page = (await one.get("/account")).text;
		const ids = [...page.matchAll(/name="sessionId" value="([^"]*)"/g)].map(([, id]) => id ?? "");
		return { one, two, third, page, ids };
	}

	test("shows device, network and time of each, and its ids are no tokens", async () => {
		const { one, two, third, page, ids } = await three();
		expect(page).toContain("Chrome, Windows");
		expect(page).toMatch(/10\.\d+\.\d+\.•••/);
		expect(page).toMatch(/только что|сейчас/i);
		expect(page).not.toContain(two.ip);
		expect(ids).toHaveLength(2);
		for (const browser of [one, two, third]) expect(page.includes(browser.session)).toBe(false);
		const hashes = await site.sql<{ token_hash: string }>("select token_hash from sessions");
		for (const { token_hash } of hashes) expect(page.includes(token_hash)).toBe(false);
		const thief = new Visitor(site);
		for (const id of ids) {
			thief.cookie = `__Host-s=${id}`;
			await expectSignedOut(thief);
		}
	});

	test("ends one of them, or all others, and nobody else's", async () => {
		const { one, two, third, ids } = await three();
		const end = (who: Visitor, fields: Record<string, string>) => who.post("/account", fields);
		const stranger = await new Visitor(site).register();
		for (const sessionId of ids) await end(stranger, { intent: "end-session", sessionId });
		await end(stranger, { intent: "end-other-sessions" });
		for (const browser of [one, two, third]) expect(await browser.isSignedIn()).toBe(true);

		expect((await end(one, { intent: "end-session", sessionId: ids[0] ?? "" })).status).toBe(303);
		expect([await two.isSignedIn(), await third.isSignedIn()].sort()).toEqual([false, true]);
		const another = await anotherBrowser(one);
		await end(one, { intent: "end-other-sessions" });
		for (const browser of [two, third, another]) await expectSignedOut(browser);
		expect(await one.isSignedIn()).toBe(true);
	});
});

describe("check 29: a cookie that was tampered with is ignored, and breaks nothing", () => {
	const flip = (text: string, at: number) =>
		text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);

	test.each<[string, (value: string) => string]>([
		["one character changed at the front", (value) => `__Host-s=${flip(value, 0)}`],
		["one character changed in the middle", (value) => `__Host-s=${flip(value, 20)}`],
		["one bit changed at the end", (value) => `__Host-s=${flip(value, 42)}`],
		["cut off", (value) => `__Host-s=${value.slice(0, 42)}`],
		["one more character", (value) => `__Host-s=${value}A`],
		["padding", (value) => `__Host-s=${value}=`],
		["empty", () => "__Host-s="],
		["without a value", () => "__Host-s"],
		["four kilobytes", (value) => `__Host-s=${value.repeat(96)}`],
		["twice, the right one first", (value) => `__Host-s=${value}; __Host-s=${"A".repeat(43)}`],
		["twice, the right one last", (value) => `__Host-s=${"A".repeat(43)}; __Host-s=${value}`],
		["in quotes", (value) => `__Host-s="${value}"`],
		["encoded", (value) => `__Host-s=%${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
		["without the prefix", (value) => `s=${value}`],
		["another prefix", (value) => `__Secure-s=${value}`],
		["another case", (value) => `__host-s=${value}`],
		["with NUL", (value) => `__Host-s=${value}%00`],
		["Latin letters with marks", (value) => `__Host-s=ÿþ${value.slice(2)}`],
		["UTF-8", () => `__Host-s=${Buffer.from("ключ🔑".repeat(4)).toString("latin1")}`],
		["an odd list", (value) => `;;; =; ==; s; __Host-s ; ${"x=y; ".repeat(200)}__Host-t=${value}`],
		["the hash that the database keeps", () => "__Host-s=HASH"],
	])("%s", async (name, tamper) => {
		const person = await owner();
		const hash =
			(await site.sql<{ token_hash: string }>("select token_hash from sessions limit 1"))[0]?.token_hash ??
			"";
		const Cookie = tamper(person.session).replace("HASH", hash);
		const stranger = new Visitor(site);
		for (const path of ["/chat", "/", "/login", "/chat.data", "/change-password"]) {
			const { status } = await stranger.get(path, { Cookie });
			expect([name, path, status < 500]).toEqual([name, path, true]);
		}
		expect((await stranger.get("/chat", { Cookie })).location).toBe("/login?redirectTo=%2Fchat");
		const posted = await stranger.post("/logout", {}, { Cookie });
		expect(posted.status).toBeLessThan(500);
		expect(await person.isSignedIn()).toBe(true);
	});

	test("the other cookies too", async () => {
		const stranger = new Visitor(site);
		const odd = ["", "A".repeat(43), "%", "%ff", "bnVsbA%3D%3D", "e30%3D", "W10%3D", "x".repeat(4_000), "ÿ"];
		for (const cookie of ["__Host-b", "__Host-f", "__Host-t", "__Host-o"]) {
			for (const value of odd) {
				for (const path of [
					"/verify-mail",
					"/registration/success",
					"/login",
					"/change-password/success",
					"/",
				]) {
					const { status } = await stranger.get(path, { Cookie: `${cookie}=${value}` });
					expect([cookie, value, path, status]).toEqual([cookie, value, path, 200]);
				}
				const { status } = await stranger.post(
					"/verify-mail",
					{ code: "123456" },
					{ Cookie: `${cookie}=${value}` },
				);
				expect([cookie, value, status < 500]).toEqual([cookie, value, true]);
			}
		}
	});

	let anna: Promise<Visitor> | undefined;
	const owner = () => (anna ??= new Visitor(site).register());
});
