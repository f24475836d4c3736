import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../support/authenticator.ts";
import { type FakeYandex, startFakeYandex, yandexPerson } from "../../support/fakes/fake-yandex.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person as AnyPerson } from "../../support/person.ts";
import { control, emailLink, errorOf, text, tokenOf } from "./auth-page.ts";

let instance: Instance;
let yandex: FakeYandex;
let untroubled: FakeYandex["scripted"];
beforeAll(async () => {
	yandex = await startFakeYandex(() => [
		`${instance.url}/login/yandex/callback`,
		`${instance.url}/suggest/token`,
	]);
	untroubled = { ...yandex.scripted };
	instance = await startInstance({ env: { ...yandex.env, TRUST_PROXY: "1" } });
});
afterEach(() => void Object.assign(yandex.scripted, untroubled, { person: yandexPerson() }));
afterAll(async () => {
	await instance?.stop();
	await yandex?.stop();
});

/** Everybody comes from a network of their own: each way to Yandex and each e-mail is counted for one. */
class Person extends AnyPerson {
	readonly #network = `10.${people >> 8}.${people++ & 255}.1`;
	override fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("X-Forwarded-For", this.#network);
		return super.fetch(path, { ...init, headers });
	}
}
let people = 0;

const where = (response: Response) => [response.status, response.headers.get("Location")];
const pathOf = (address: string) => address.slice(instance.url.length);

/** To Yandex and back to our door, which is not yet knocked at. */
async function goAndReturn(browser: Person, query = ""): Promise<string> {
	const left = await browser.fetch(`/login/yandex${query}`);
	return pathOf(await yandex.follow(left.headers.get("Location")));
}

/** To Yandex, back, and in. */
const come = async (browser: Person, query = "") => browser.fetch(await goAndReturn(browser, query));

const consents = { consentOffer: "on", consentPersonalData: "on" };

/** Somebody who has registered through Yandex and is signed in. */
async function newcomer(who = yandexPerson()): Promise<Person> {
	yandex.scripted.person = who;
	const browser = new Person(instance, who.default_email ?? undefined);
	await come(browser);
	await browser.post("/registration?via=yandex", { email: browser.email, ...consents });
	const success = await (await browser.fetch("/registration/success")).text();
	const confirmed = await browser.post("/verify-mail", { token: tokenOf(emailLink(success)) });
	expect(where(confirmed)).toEqual([303, "/verify-mail/verify-mail-success"]);
	return browser;
}

/** What /login says, which it says once. */
async function noticeAtLogin(browser: Person): Promise<string> {
	const said = /role="(?:alert|status)".*?<\/div><\/div>/s.exec(
		await (await browser.fetch("/login")).text(),
	)?.[0];
	const again = await (await browser.fetch("/login")).text();
	expect(again).not.toMatch(/role="alert"/);
	return text(said ?? "").trim();
}

describe("the button", () => {
	test("S-2.4 stands on /login and /registration, keeps where the person wanted to, and is a link", async () => {
		const login = await (await fetch(`${instance.url}/login?redirectTo=%2Fpayment`)).text();
		expect(login).toContain('href="/login/yandex?redirectTo=%2Fpayment"');
		expect(text(login)).toContain("или Войти с Яндекс ID");
		const registration = await (await fetch(`${instance.url}/registration`)).text();
		expect(registration).toContain('href="/login/yandex"');
	});

	test("following it sets a cookie of its own and goes to Yandex; nothing is kept by anybody", async () => {
		const left = await fetch(`${instance.url}/login/yandex`, { redirect: "manual" });
		expect(left.status).toBe(302);
		expect(left.headers.get("Location")).toContain(`${yandex.url}/authorize?`);
		expect(left.headers.get("Cache-Control")).toBe("no-store");
		expect(left.headers.get("Referrer-Policy")).toBe("same-origin");
		expect(left.headers.getSetCookie()).toEqual([
			expect.stringMatching(/^o=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
	});

	test("without the operator's keys there is neither button nor address, and the token page says so", async () => {
		const plain = await startInstance();
		try {
			for (const path of ["/login", "/registration"]) {
				expect(await (await fetch(`${plain.url}${path}`)).text(), path).not.toMatch(/Яндекс|yandex/i);
			}
			for (const path of [
				"/login/yandex",
				"/login/yandex?via=token",
				"/login/yandex/callback?code=1&state=2",
			]) {
				expect((await fetch(`${plain.url}${path}`, { redirect: "manual" })).status, path).toBe(404);
			}
			const page = await (await fetch(`${plain.url}/suggest/token`)).text();
			expect(text(page)).toContain("На этом сервере такой вход не подключён.");
			expect(page).not.toContain("data-token-form");
			const sent = await new Person(plain).post("/suggest/token", { accessToken: "x", state: "y" });
			expect(where(sent)).toEqual([303, "/login"]);
		} finally {
			await plain.stop();
		}
	});
});

describe("somebody new", () => {
	test("gives the consents, confirms the e-mail in the same browser, and comes back by Yandex alone", async () => {
		const who = yandexPerson();
		yandex.scripted.person = who;
		const browser = new Person(instance, who.default_email ?? "");
		expect(where(await come(browser))).toEqual([303, "/registration?via=yandex"]);
		const form = await (await browser.fetch("/registration?via=yandex")).text();
		expect(control(form, "email")).toContain(`value="${who.default_email}"`);
		expect(form).not.toContain('name="password"');
		expect(form).not.toMatch(/<input[^>]* checked/);
		expect(text(form)).toContain(`Вы входите через Яндекс ID ${who.login}. Пароль не нужен.`);

		const unticked = await browser.post("/registration?via=yandex", { email: "анна", consentOffer: "on" });
		const mended = await unticked.text();
		expect(unticked.status).toBe(400);
		expect(errorOf(mended, "email")).toContain("ошибка");
		expect(errorOf(mended, "consentPersonalData")).toContain("Без согласия");
		expect(control(mended, "email")).toContain('value="анна"');
		expect(mended).not.toContain('name="password"');

		const sent = await browser.post("/registration?via=yandex", { email: browser.email, ...consents });
		expect(where(sent)).toEqual([303, "/registration/success"]);
		expect(where(await come(new Person(instance)))).toEqual([303, "/registration?via=yandex"]);
		const success = await (await browser.fetch("/registration/success")).text();
		const token = tokenOf(emailLink(success));
		expect(await (await browser.fetch(`/verify-mail?token=${token}`)).text()).not.toContain("newPassword");
		expect(where(await browser.post("/verify-mail", { token }))).toEqual([
			303,
			"/verify-mail/verify-mail-success",
		]);
		expect((await browser.fetch("/chat")).status).toBe(200);

		const elsewhere = new Person(instance);
		expect(where(await come(elsewhere, "?redirectTo=%2Fpayment%3Fplan%3Dx"))).toEqual([
			303,
			"/payment?plan=x",
		]);
		expect((await elsewhere.fetch("/chat")).status).toBe(200);
		expect(elsewhere.cookie).not.toMatch(/(^|; )o=/);
	});

	test("check 10: the e-mail opened elsewhere asks for a password, and the Yandex ID opens nothing", async () => {
		const who = yandexPerson();
		yandex.scripted.person = who;
		const stranger = new Person(instance);
		await come(stranger);
		const victim = new Person(instance);
		await stranger.post("/registration?via=yandex", { email: victim.email, ...consents });
		const token = tokenOf(emailLink(await (await stranger.fetch("/registration/success")).text()));
		const bare = await victim.post("/verify-mail", { token });
		expect(bare.status).toBe(400);
		const own = await victim.post("/verify-mail", { token, newPassword: victim.password, ...consents });
		expect(where(own)).toEqual([303, "/verify-mail/verify-mail-success"]);
		expect(where(await come(new Person(instance)))).toEqual([303, "/registration?via=yandex"]);
	});

	test("check 32: the form without the OAuth state, or with another browser's cookie, registers nobody", async () => {
		const stray = new Person(instance);
		const sent = await stray.post("/registration?via=yandex", { email: stray.email, ...consents });
		expect(where(sent)).toEqual([303, "/login"]);
		expect(await noticeAtLogin(stray)).toContain("устарела или начата в другом браузере");
		const page = await (await stray.fetch("/registration?via=yandex")).text();
		expect(control(page, "password")).toBeTruthy();
	});

	test("whose e-mail has an account is told the same as at the form, and can link after signing in", async () => {
		const owner = await new Person(instance).register();
		yandex.scripted.person = yandexPerson({ default_email: owner.email });
		const browser = new Person(instance);
		const came = await come(browser);
		expect(where(came)).toEqual([303, "/registration/account-already-exists"]);
		expect(came.headers.getSetCookie().map((line) => line.split("=")[0])).toEqual(["o"]);
		expect(browser.cookie).toBe("");
	});

	test("whom Yandex knows no e-mail of, types it", async () => {
		yandex.scripted.person = yandexPerson({ default_email: undefined });
		const browser = new Person(instance);
		await come(browser);
		const form = await (await browser.fetch("/registration?via=yandex")).text();
		expect(control(form, "email")).toContain('value=""');
		expect(text(form)).toContain("Яндекс не передал адрес.");
	});
});

describe("what ends at /login with a reason", () => {
	test("check 32: a state that is missing, foreign, replayed or of another browser signs nobody in", async () => {
		const member = yandexPerson();
		await newcomer(member);
		const [mine, other] = [new Person(instance), new Person(instance)];
		const address = await goAndReturn(mine);
		const ofAnother = await goAndReturn(other);
		const stateOf = (path: string) => new URL(path, instance.url).searchParams.get("state") ?? "";
		const asked = yandex.requests.length;
		for (const path of [
			address.replace(/&?state=[^&]*/, ""),
			address.replace(stateOf(address), stateOf(ofAnother)),
			address.replace(stateOf(address), "A".repeat(43)),
			"/login/yandex/callback",
			"/login/yandex/callback?error=access_denied",
		]) {
			expect(where(await mine.fetch(path)), path).toEqual([303, "/login"]);
			expect(mine.cookie, path).not.toMatch(/(^|; )s=/);
		}
		// The victim of a link that somebody else has made with a code of their own.
		for (const victim of [new Person(instance), other]) {
			expect(where(await victim.fetch(address))).toEqual([303, "/login"]);
			expect(victim.cookie).not.toMatch(/(^|; )s=/);
		}
		expect(yandex.requests).toHaveLength(asked);
		expect(where(await mine.fetch(address))).toEqual([303, "/chat"]);
		const replayed = await fetch(`${instance.url}${address}`, {
			redirect: "manual",
			headers: { Cookie: mine.cookie },
		});
		// Signed in by now, so it is the account that says so.
		expect(where(replayed)).toEqual([303, "/account"]);
		expect(replayed.headers.getSetCookie().join()).not.toMatch(/\bs=[\w-]{43}/);
	});

	test("check 32: parallel returns with one state open one session", async () => {
		await newcomer(yandex.scripted.person);
		const browser = new Person(instance);
		const address = await goAndReturn(browser);
		const cookie = browser.cookie;
		const answers = await Promise.all(
			Array.from({ length: 10 }, () =>
				fetch(`${instance.url}${address}`, { redirect: "manual", headers: { Cookie: cookie } }),
			),
		);
		const sessions = answers.filter((answer) => /\bs=[\w-]{43}/.test(answer.headers.getSetCookie().join()));
		expect(sessions).toHaveLength(1);
	});

	test.each([
		[{ does: "deny" }, "Вход отменён. Вы не разрешили вход через Яндекс ID."],
		[{ does: "meet-a-blocked-application" }, "Не удалось войти. Яндекс не разрешает входить на этот сайт."],
		[{ trouble: "token-500" }, "Не удалось войти. Яндекс сейчас не отвечает."],
		[{ trouble: "info-is-no-json" }, "Не удалось войти. Яндекс сейчас не отвечает."],
		[{ trouble: "foreign-client" }, "Не удалось войти. Эта попытка входа через Яндекс ID устарела"],
	] as const)("%j", async (script, words) => {
		Object.assign(yandex.scripted, script);
		const browser = new Person(instance);
		const came = await come(browser);
		expect(where(came)).toEqual([303, "/login"]);
		expect(came.headers.get("Cache-Control")).toBe("no-store");
		expect(came.headers.get("Referrer-Policy")).toBe("same-origin");
		expect(await noticeAtLogin(browser)).toContain(words);
		expect(browser.cookie).not.toMatch(/(^|; )s=/);
	});

	test("opened by hand, /login says nothing of Yandex but the button", async () => {
		expect(await noticeAtLogin(new Person(instance))).toBe("");
	});
});

describe("S-2.25 /suggest/token", () => {
	async function bring(browser: Person) {
		const address = await goAndReturn(browser, "?via=token&redirectTo=%2FFAQ");
		const said = new URLSearchParams(address.split("#")[1]);
		return { accessToken: said.get("access_token") ?? "", state: said.get("state") ?? "" };
	}

	test("takes a token with the state of this browser, and lands where the person wanted to", async () => {
		await newcomer(yandex.scripted.person);
		const browser = new Person(instance);
		const brought = await bring(browser);
		expect(where(await browser.post("/suggest/token", brought))).toEqual([303, "/FAQ"]);
		expect((await browser.fetch("/chat")).status).toBe(200);
		expect(where(await new Person(instance).post("/suggest/token", brought))).toEqual([303, "/login"]);
	});

	test("check 32: a stranger's token, state or browser, and a form of another site, sign nobody in", async () => {
		await newcomer(yandex.scripted.person);
		const stranger = await bring(new Person(instance));
		const victim = new Person(instance);
		expect(where(await victim.post("/suggest/token", stranger))).toEqual([303, "/login"]);
		const own = await bring(victim);
		expect(where(await victim.post("/suggest/token", { ...stranger }))).toEqual([303, "/login"]);
		const bought = yandex.giveToken(yandex.scripted.person, "another-application");
		const crossOrigin = await victim.fetch("/suggest/token", {
			method: "POST",
			headers: { Origin: "https://evil.example", "Content-Type": "application/x-www-form-urlencoded" },
			body: String(new URLSearchParams(own)),
		});
		expect(crossOrigin.status).toBeGreaterThanOrEqual(400);
		expect(where(await victim.post("/suggest/token", { ...own, accessToken: bought }))).toEqual([
			303,
			"/login",
		]);
		expect(victim.cookie).not.toMatch(/(^|; )s=/);
		expect(where(await victim.fetch("/suggest/token?accessToken=x&state=y"))).toEqual([200, null]);
	});

	test("a new person goes on to the registration, and a refusal ends at /login", async () => {
		yandex.scripted.person = yandexPerson();
		const browser = new Person(instance);
		expect(where(await browser.post("/suggest/token", await bring(browser)))).toEqual([
			303,
			"/registration?via=yandex",
		]);
		const refuser = new Person(instance);
		const { state } = await bring(refuser);
		await refuser.post("/suggest/token", { state, error: "access_denied", accessToken: "" });
		expect(await noticeAtLogin(refuser)).toContain("Вход отменён.");
	});

	test("opened by hand explains itself, with the ways on", async () => {
		const page = await (await fetch(`${instance.url}/suggest/token`)).text();
		const shown = text(page.replace(/<form[^>]*data-token-form.*?<\/form>/s, ""));
		expect(shown).toContain("Эта страница участвует во входе через Яндекс ID");
		expect(shown).not.toContain("не подключён");
		expect(page).toMatch(/<form[^>]*data-token-form[^>]* hidden=""/);
		expect(page).toContain('href="/login/yandex"');
	});
});

describe("linking in /account", () => {
	const proof = (person: Person) => ({ currentPassword: person.password });
	/** Proves who it is and goes on to Yandex. @returns the address of the return */
	async function goForLinking(person: Person): Promise<string> {
		const asked = await person.post("/account", { intent: "link-yandex", ...proof(person) });
		expect(where(asked)).toEqual([303, "/login/yandex?via=link"]);
		const leaving = await person.fetch("/login/yandex?via=link");
		expect(leaving.status).toBe(200);
		return pathOf(await yandex.follow(/url=(.*)/.exec(leaving.headers.get("Refresh") ?? "")?.[1] ?? null));
	}
	const account = async (person: Person) => text(await (await person.fetch("/account")).text());

	test("needs the password, leaves by a page of its own, and says what has been done", async () => {
		yandex.scripted.person = yandexPerson();
		const person = await new Person(instance).register();
		expect(await account(person)).toContain("Яндекс ID Можно входить без пароля: одной кнопкой");
		const wrong = await person.post("/account?do=link-yandex", {
			intent: "link-yandex",
			currentPassword: "не тот пароль",
		});
		expect(wrong.status).toBe(400);
		expect(where(await person.fetch("/login/yandex?via=link"))).toEqual([302, "/account"]);

		expect(where(await person.fetch(await goForLinking(person)))).toEqual([303, "/account"]);
		const after = await account(person);
		expect(after).toContain(`Привязан: ${yandex.scripted.person.login}`);
		expect(where(await come(new Person(instance)))).toEqual([303, "/chat"]);

		const refused = await person.post("/account", { intent: "unlink-yandex" });
		expect(refused.status).toBe(400);
		const unlinked = await person.post("/account", { intent: "unlink-yandex", ...proof(person) });
		expect(where(unlinked)).toEqual([303, "/account"]);
		expect(await account(person)).toContain("Можно входить без пароля");
		expect(where(await come(new Person(instance)))).toEqual([303, "/registration?via=yandex"]);
	});

	test("the page that leaves has a policy of its own, and its link is the same address", async () => {
		const person = await new Person(instance).register();
		await person.post("/account", { intent: "link-yandex", ...proof(person) });
		const leaving = await person.fetch("/login/yandex?via=link");
		const { headers } = leaving;
		expect(headers.get("Content-Security-Policy")).toMatch(
			/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
		);
		expect(headers.get("Cache-Control")).toBe("no-store");
		const link = /href="([^"]+)"/.exec(await leaving.text())?.[1]?.replaceAll("&amp;", "&");
		expect(headers.get("Refresh")).toBe(`0; url=${link}`);
	});

	test("one that opens another account is refused there, with the same words for whoever's it is", async () => {
		const who = yandexPerson();
		await newcomer(who);
		const person = await new Person(instance).register();
		expect(where(await person.fetch(await goForLinking(person)))).toEqual([303, "/account"]);
		expect(await account(person)).toContain(
			"Яндекс ID не привязан. Этот Яндекс ID привязан к другому аккаунту.",
		);
	});

	test("check 32: a return is for the account that began it", async () => {
		yandex.scripted.person = yandexPerson();
		const [person, other] = [await new Person(instance).register(), await new Person(instance).register()];
		const address = await goForLinking(person);
		expect(where(await other.fetch(address))).toEqual([303, "/account"]);
		expect(await account(other)).toContain("Эта попытка устарела или начата в другом браузере.");
		yandex.scripted.does = "deny";
		expect(where(await person.fetch(await goForLinking(person)))).toEqual([303, "/account"]);
		expect(await account(person)).toContain("Вы не разрешили вход через Яндекс ID.");
		expect(where(await come(new Person(instance)))).toEqual([303, "/login"]);
	});

	test("an account without a password links and unlinks by the code of an e-mail", async () => {
		const person = await newcomer(yandexPerson());
		const page = text(await (await person.fetch("/account?do=unlink-yandex")).text());
		expect(page).toContain("а пароля у него нет. Задать пароль можно в любой момент");
		await person.post("/account?do=unlink-yandex", { intent: "send-code" });
		const code = /код из него: (\d{6})/.exec(
			text(await (await person.fetch("/account?do=unlink-yandex")).text()),
		)?.[1];
		const unlinked = await person.post("/account", { intent: "unlink-yandex", code: code ?? "" });
		expect(where(unlinked)).toEqual([303, "/account"]);
		expect(await account(person)).toContain("Можно входить без пароля");
	});
});

test("Yandex does not go past a second factor, which an account without a password sets up by e-mail", async () => {
	const who = yandexPerson();
	const owner = await newcomer(who);
	await owner.post("/account?do=totp", { intent: "send-code" });
	const page = text(await (await owner.fetch("/account?do=totp")).text());
	const code = /код из него: (\d{6})/.exec(page)?.[1] ?? "";
	const begun = await owner.post("/account?do=totp", { intent: "begin-totp", code });
	expect(where(begun)).toEqual([303, "/account?do=totp"]);
	const html = await (await owner.fetch("/account?do=totp")).text();
	const key = /<code>([A-Z2-7 ]{39})<\/code>/.exec(html)?.[1] ?? "";
	await owner.post("/account?do=totp", { intent: "confirm-totp", code: codeOf(key) });

	yandex.scripted.person = who;
	const browser = new Person(instance);
	const back = await come(browser, "?redirectTo=%2Fpayment");
	expect(where(back)).toEqual([303, "/login?step=code&redirectTo=%2Fpayment"]);
	expect(back.headers.getSetCookie().join()).not.toMatch(/\bs=/);
	expect(where(await browser.fetch("/chat"))).toEqual([302, "/login?redirectTo=%2Fchat"]);
	const form = { code: codeOf(key, Date.now(), 1), redirectTo: "/payment" };
	expect(where(await browser.post("/login?step=code", form))).toEqual([303, "/payment"]);
	expect((await browser.fetch("/chat")).status).toBe(200);
});

test("check 58: no code, state or token is in the log; what Yandex refused is, without the secret", async () => {
	const who = yandexPerson();
	yandex.scripted.person = who;
	yandex.scripted.secret = "another";
	await come(new Person(instance));
	const log = instance.logs();
	expect(log).toContain("/login/yandex/callback");
	expect(log).toMatch(/Яндекс ID: войти не удалось why=refused detail=.*invalid_client/);
	for (const { path, query, headers, body } of yandex.requests) {
		const form = new URLSearchParams(body);
		for (const secret of [
			form.get("code"),
			form.get("code_verifier"),
			path === "/authorize" ? query.get("state") : null,
			/^(?:OAuth|Basic) (.+)$/.exec(headers.authorization ?? "")?.[1],
		]) {
			if (secret) expect(log.includes(secret), `${path} ${secret}`).toBe(false);
		}
	}
	expect(log).not.toContain(yandex.env.YANDEX_CLIENT_SECRET);
});
