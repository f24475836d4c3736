import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../support/authenticator.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { control, errorOf, focused, text } from "../auth/auth-page.ts";

let instance: Instance;
/** Has a second factor from the first test on. */
let anna: Person;
let keyOfAnna: string;
let codesOfAnna: string[];
beforeAll(async () => {
	instance = await startInstance();
	anna = await new Person(instance).register();
	({ key: keyOfAnna, codes: codesOfAnna } = await turnOn(anna));
});
afterAll(() => instance?.stop());

const TOTP = "/account?do=totp";
const where = (response: Response) => [response.status, response.headers.get("Location")];
const codesOn = (html: string) =>
	[...html.matchAll(/<code>([2-9a-z-]{14})<\/code>/g)].map((code) => code[1] ?? "");

async function turnOn(person: Person) {
	await person.post(TOTP, { intent: "begin-totp", currentPassword: person.password });
	const page = await (await person.fetch(TOTP)).text();
	const key = /<code>([A-Z2-7 ]{39})<\/code>/.exec(page)?.[1] ?? "";
	const shown = await person.post(TOTP, { intent: "confirm-totp", code: codeOf(key) });
	return { key, codes: codesOn(await shown.text()), shown };
}

/** Somebody at another browser who gives the password. */
async function atSecondStep(of: Person, more: Record<string, string> = {}) {
	const browser = new Person(instance, of.email);
	const first = await browser.post("/login", { email: of.email, password: of.password, ...more });
	return { browser, first, location: first.headers.get("Location") ?? "" };
}

describe("/account?do=totp", () => {
	test("without script: the password, the key as picture and text, the first code, and ten codes once", async () => {
		const person = await new Person(instance).register();
		const start = await person.fetch(TOTP);
		expect(start.headers.get("Cache-Control")).toBe("no-store");
		expect(text(await start.text())).toContain("Двухэтапный вход");
		const wrong = await person.post(TOTP, { intent: "begin-totp", currentPassword: "не тот пароль вовсе" });
		expect(wrong.status).toBe(400);
		expect(errorOf(await wrong.text(), "currentPassword")).toBe("Проверьте раскладку и Caps Lock");

		const begun = await person.post(TOTP, { intent: "begin-totp", currentPassword: person.password });
		expect(where(begun)).toEqual([303, TOTP]);
		const page = await (await person.fetch(TOTP)).text();
		expect(page).toMatch(/<svg class="qr"[^>]*role="img" aria-label="QR-код[^>]*><path d="M0 0h7v1h-7z/);
		const key = /<code>([A-Z2-7 ]{39})<\/code>/.exec(page)?.[1] ?? "";
		expect(page).toContain(`secret=${key.replaceAll(" ", "")}&amp;`);
		// A text browser would show the button, whatever its class.
		expect(text(page)).not.toContain("Скопировать");
		// The key is on its own page only.
		expect(await (await person.fetch("/account")).text()).not.toContain(key);

		const odd = await person.post(TOTP, { intent: "confirm-totp", code: "12" });
		expect(errorOf(await odd.text(), "code")).toBe("Введите 6 цифр из приложения");
		const missed = await person.post(TOTP, { intent: "confirm-totp", code: codeOf(key, Date.now(), 9) });
		expect(missed.status).toBe(400);
		const again = await missed.text();
		expect(errorOf(again, "code")).toContain("Код не подошёл");
		expect(again).toContain(key);

		const shown = await person.post(TOTP, { intent: "confirm-totp", code: codeOf(key) });
		expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
		const html = await shown.text();
		expect(text(html)).not.toContain("Напечатать");
		const codes = codesOn(html);
		expect(codes).toHaveLength(10);
		const file = decodeURIComponent(/href="data:text\/plain;charset=utf-8,([^"]+)"/.exec(html)?.[1] ?? "");
		for (const one of [...codes, person.email]) expect(file).toContain(one);
		const later = await (await person.fetch(TOTP)).text();
		expect(text(later)).toContain("Осталось 10 кодов восстановления");
		for (const secret of [...codes, key]) expect(later).not.toContain(secret);
		expect(text(await (await person.fetch("/account")).text())).toContain("Осталось 10 кодов восстановления");

		const renewal = { intent: "renew-recovery-codes", currentPassword: person.password };
		const asked = await person.post("/account?do=recovery-codes", renewal);
		expect(asked.status).toBe(400);
		expect(errorOf(await asked.text(), "appCode")).toBe("Введите 6 цифр из приложения");
		const renewed = await person.post("/account?do=recovery-codes", { ...renewal, appCode: codes[0] ?? "" });
		const fresh = codesOn(await renewed.text());
		expect(fresh).toHaveLength(10);
		expect(fresh.filter((code) => codes.includes(code))).toEqual([]);

		const kept = await person.post("/account?do=end-totp", { intent: "end-totp", currentPassword: "не тот" });
		expect(kept.status).toBe(400);
		const off = await person.post("/account?do=end-totp", {
			intent: "end-totp",
			currentPassword: person.password,
			appCode: fresh[0] ?? "",
		});
		expect(where(off)).toEqual([303, "/account"]);
		const { first } = await atSecondStep(person);
		expect(where(first)).toEqual([303, "/chat"]);
	});

	test("check 30: without a session, or from elsewhere, nothing is turned off", async () => {
		const form = { intent: "end-totp", currentPassword: anna.password };
		expect(where(await new Person(instance).post("/account?do=end-totp", form))[0]).toBe(302);
		const forged = await anna.fetch("/account?do=end-totp", {
			method: "POST",
			body: new URLSearchParams(form),
			headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
		});
		expect(forged.status).toBeGreaterThanOrEqual(400);
		expect(text(await (await anna.fetch(TOTP)).text())).toContain("Включён.");
	});
});

describe("deleting the account and changing the password, with a second factor", () => {
	test("without script: each asks for the code, too, and keeps what was ticked", async () => {
		const person = await new Person(instance).register();
		const { codes } = await turnOn(person);
		const [first = "", second = ""] = codes;

		const form = await (await person.fetch("/change-password")).text();
		expect(control(form, "appCode")).toContain('autoComplete="one-time-code"');
		const newPassword = "совсем другой пароль 7";
		const change = { currentPassword: person.password, newPassword };
		const refused = await person.post("/change-password", change);
		expect(refused.status).toBe(400);
		expect(errorOf(await refused.text(), "appCode")).toBe("Введите 6 цифр из приложения");
		const wrong = await person.post("/change-password", { ...change, appCode: "000 000 000" });
		expect(errorOf(await wrong.text(), "appCode")).toContain("Код не подошёл");
		const changed = await person.post("/change-password", { ...change, appCode: first });
		expect(where(changed)).toEqual([303, "/change-password/success"]);

		const page = await (await person.fetch("/account?do=delete")).text();
		expect(text(page)).toContain("введите пароль и код из приложения");
		const deletion = { intent: "delete", currentPassword: newPassword, confirm: "on" };
		const kept = await person.post("/account?do=delete", deletion);
		expect(kept.status).toBe(400);
		const again = await kept.text();
		expect(errorOf(again, "appCode")).toBe("Введите 6 цифр из приложения");
		expect(control(again, "confirm")).toContain("checked");
		expect((await person.fetch("/account")).status).toBe(200);
		const used = await person.post("/account?do=delete", { ...deletion, appCode: first });
		expect(used.status).toBe(400);
		const gone = await person.post("/account?do=delete", { ...deletion, appCode: second });
		expect(where(gone)).toEqual([303, "/login"]);
		const farewell = text(await (await person.fetch("/login")).text());
		expect(farewell).toContain("Аккаунт удалён");
		expect(farewell).not.toMatch(/Рады\sвидеть/);
	});
});

describe("/login with a second step", () => {
	test("the password opens no session; the code does, and leads where the person wanted to", async () => {
		const { browser, first, location } = await atSecondStep(anna, { redirectTo: "/payment?plan=plus-month" });
		expect(where(first)).toEqual([303, "/login?step=code&redirectTo=%2Fpayment%3Fplan%3Dplus-month"]);
		const cookies = first.headers.getSetCookie();
		expect(cookies).toHaveLength(1);
		expect(cookies[0]).toMatch(/^k=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
		for (const guarded of ["/chat", "/account", "/payment"]) {
			expect(where(await browser.fetch(guarded))).toEqual([
				302,
				`/login?redirectTo=${encodeURIComponent(guarded)}`,
			]);
		}

		const form = await (await browser.fetch(location)).text();
		expect(control(form, "code")).toContain('autoComplete="one-time-code"');
		expect(control(form, "code")).toContain('inputMode="numeric"');
		expect(control(form, "redirectTo")).toContain('value="/payment?plan=plus-month"');
		expect(text(form)).toContain(anna.email);
		expect(form).not.toContain('name="password"');
		expect(form).toContain('href="/login?redirectTo=%2Fpayment%3Fplan%3Dplus-month"');

		const missed = await browser.post("/login", {
			code: codeOf(keyOfAnna, Date.now(), 9),
			redirectTo: "/payment?plan=plus-month",
		});
		const html = await missed.text();
		expect(missed.status).toBe(400);
		expect(text(html)).toContain("Не удалось войти. Код не подошёл.");
		expect(focused(html)).toBe("code");
		expect(control(html, "redirectTo")).toContain('value="/payment?plan=plus-month"');
		const empty = await browser.post("/login?step=code", { code: "", recoveryCode: "" });
		expect(errorOf(await empty.text(), "code")).toBe("Введите 6 цифр из приложения");

		const code = codeOf(keyOfAnna, Date.now(), 1);
		const done = await browser.post("/login?step=code", { code, redirectTo: "/payment?plan=plus-month" });
		expect(where(done)).toEqual([303, "/payment?plan=plus-month"]);
		expect((await browser.fetch("/chat")).status).toBe(200);
		expect(where(await browser.fetch("/login?step=code"))).toEqual([302, "/chat"]);

		// The same code once more, in another browser: it looks as wrong as any other.
		const { browser: thief } = await atSecondStep(anna);
		const replayed = await thief.post("/login?step=code", { code });
		expect(replayed.status).toBe(400);
		expect(text(await replayed.text())).toContain("Не удалось войти. Код не подошёл.");
	});

	test("a recovery code does it too, once; a wrong one opens its field again", async () => {
		const { browser } = await atSecondStep(anna);
		const missed = await browser.post("/login?step=code", { code: "", recoveryCode: "2222-2222-2222" });
		const html = await missed.text();
		expect(missed.status).toBe(400);
		expect(errorOf(html, "recoveryCode")).toContain("каждый срабатывает один раз");
		expect(html).toMatch(/<details[^>]* open=""/);
		const recoveryCode = codesOfAnna[0] ?? "";
		expect(where(await browser.post("/login?step=code", { code: "", recoveryCode }))).toEqual([303, "/chat"]);
		expect(text(await (await browser.fetch(TOTP)).text())).toContain("Осталось 9 кодов восстановления");
		const { browser: second } = await atSecondStep(anna);
		expect((await second.post("/login?step=code", { recoveryCode })).status).toBe(400);
	});

	test("a step of one account is not finished with the code of another", async () => {
		const boris = await new Person(instance).register();
		const his = await turnOn(boris);
		const { browser } = await atSecondStep(anna);
		const codeOfAnother = { code: codeOf(his.key, Date.now(), 1) };
		expect((await browser.post("/login?step=code", codeOfAnother)).status).toBe(400);
		expect((await browser.post("/login?step=code", { recoveryCode: his.codes[0] ?? "" })).status).toBe(400);
		const { browser: own } = await atSecondStep(boris);
		expect(where(await own.post("/login?step=code", codeOfAnother))).toEqual([303, "/chat"]);
	});

	test("without a step, or with a dead one, it is the plain form, which says so", async () => {
		const stranger = new Person(instance);
		const page = await stranger.fetch("/login?step=code&redirectTo=%2Fpayment");
		const html = await page.text();
		expect(page.status).toBe(403);
		expect(text(html)).toContain("Время на второй шаг вышло. Войдите ещё раз");
		expect(control(html, "password")).toContain("current-password");
		expect(control(html, "redirectTo")).toContain('value="/payment"');
		const posted = await stranger.post("/login?step=code", { code: "123456", redirectTo: "/payment" });
		expect(posted.status).toBe(403);
		const back = await posted.text();
		expect(text(back)).toContain("Время на второй шаг вышло.");
		expect(control(back, "redirectTo")).toContain('value="/payment"');
		for (const value of ["A".repeat(43), "x", "%00", "a".repeat(4096), "ы"]) {
			const headers = { Cookie: `k=${encodeURIComponent(value)}` };
			expect((await fetch(`${instance.url}/login?step=code`, { headers })).status).toBe(403);
		}
	});

	test("guesses are throttled: 429, and when to come back; a recovery code still gets the owner in", async () => {
		const person = await new Person(instance).register();
		const { key, codes } = await turnOn(person);
		const { browser } = await atSecondStep(person);
		const guess = () => browser.post("/login?step=code", { code: codeOf(key, Date.now(), 9) });
		const guesses = await Promise.all(Array.from({ length: 20 }, guess));
		expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
		const refused = guesses.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(15);
		expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
		const html = (await refused[0]?.text()) ?? "";
		expect(text(html)).toContain("Слишком много попыток. Попробуйте через 1 минуту.");
		expect(control(html, "code")).toBeTruthy();
		const byRecoveryCode = await browser.post("/login?step=code", { recoveryCode: codes[0] ?? "" });
		expect(where(byRecoveryCode)).toEqual([303, "/chat"]);
	});

	test("check 26: a new password by e-mail does not go past it", async () => {
		const person = await new Person(instance).register();
		const { key } = await turnOn(person);
		await person.post("/reset-password", { email: person.email });
		const page = await (await person.fetch("/reset-password/success")).text();
		const token = /\/change-password\?token=([\w-]+)/.exec(page)?.[1] ?? "";
		const newPassword = "совсем новый пароль";
		const changed = await person.post("/change-password", { token, newPassword });
		expect(where(changed)).toEqual([303, "/change-password/success"]);
		const browser = new Person(instance, person.email);
		const first = await browser.post("/login", { email: person.email, password: newPassword });
		expect(where(first)).toEqual([303, "/login?step=code"]);
		const code = codeOf(key, Date.now(), 1);
		expect(where(await browser.post("/login?step=code", { code }))).toEqual([303, "/chat"]);
	});

	test("turning it on ends the sessions that were opened without it", async () => {
		const person = await new Person(instance).register();
		const elsewhere = new Person(instance, person.email);
		await elsewhere.post("/login", { email: person.email, password: person.password });
		expect((await elsewhere.fetch("/chat")).status).toBe(200);
		await turnOn(person);
		expect((await person.fetch("/chat")).status).toBe(200);
		expect(where(await elsewhere.fetch("/chat"))).toEqual([302, "/login?redirectTo=%2Fchat"]);
	});
});

test("check 58: neither key nor code nor the cookie of the step is in the log", async () => {
	const { first } = await atSecondStep(anna);
	const [token = ""] = /(?<=k=)[\w-]{43}/.exec(first.headers.getSetCookie()[0] ?? "") ?? [];
	expect(token).toHaveLength(43);
	const logs = instance.logs();
	for (const secret of [keyOfAnna, keyOfAnna.replaceAll(" ", ""), token, ...codesOfAnna])
		expect(logs).not.toContain(secret);
});
