import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { control, emailLink, errorOf, focused, text } from "./auth-page.ts";

let instance: Instance;
let anna: Person;
beforeAll(async () => {
	instance = await startInstance();
	anna = await new Person(instance).register();
});
afterAll(() => instance?.stop());

const where = (response: Response) => [response.status, response.headers.get("Location")];
const signIn = (person: Person, more: Record<string, string> = {}) =>
	person.post("/login", { email: person.email, password: person.password, ...more });

describe("S-2.4 /login", () => {
	test("tells the same for a wrong password, an unknown e-mail and one not yet confirmed", async () => {
		const pending = new Person(instance);
		await pending.post("/registration", {
			email: pending.email,
			password: pending.password,
			consentOffer: "on",
			consentPersonalData: "on",
		});
		const answers = [];
		for (const [email, password] of [
			[anna.email, "не тот пароль вовсе"],
			["nobody@example.ru", anna.password],
			[pending.email, pending.password],
		] as const) {
			const response = await new Person(instance).post("/login", { email, password });
			const html = await response.text();
			expect(control(html, "email")).toContain(`value="${email}"`);
			expect(html).not.toContain(password);
			expect(errorOf(html, "password")).toBe("Проверьте раскладку и Caps Lock");
			expect(focused(html)).toBe("password");
			answers.push([response.status, text(html), response.headers.getSetCookie()]);
		}
		expect(answers[0]?.[0]).toBe(400);
		expect(answers[0]?.[1]).toContain("Не удалось войти. Почта или пароль указаны неверно.");
		expect(answers[0]?.[1]).not.toMatch(/попыт/);
		expect(answers[1]).toEqual(answers[0]);
		expect(answers[2]).toEqual(answers[0]);
	});

	test("says what is missing beside the field", async () => {
		const response = await new Person(instance).post("/login", { email: "", password: "" });
		const html = await response.text();
		expect(response.status).toBe(400);
		expect(errorOf(html, "email")).toBe("Укажите электронную почту");
		expect(errorOf(html, "password")).toBe("Введите пароль");
		expect(text(html)).toContain("Исправьте 2 поля");
		expect(focused(html)).toBe("email");
	});

	test("signs in under a new id and goes to the chat, or where the person wanted to", async () => {
		const browser = new Person(instance, anna.email);
		const first = await signIn(browser);
		expect(where(first)).toEqual([303, "/chat"]);
		const before = browser.cookie;
		const second = await signIn(browser, { redirectTo: "/payment?plan=plus-month" });
		expect(where(second)).toEqual([303, "/payment?plan=plus-month"]);
		expect(browser.cookie).not.toBe(before);
		const old = await fetch(`${instance.url}/chat`, { headers: { Cookie: before }, redirect: "manual" });
		expect(where(old)).toEqual([302, "/login?redirectTo=%2Fchat"]);
	});

	test("accepts the e-mail as people write it", async () => {
		expect(
			(await signIn(new Person(instance, anna.email), { email: ` ${anna.email.toUpperCase()} ` })).status,
		).toBe(303);
	});

	test.each([
		"//evil.example",
		"/\\evil.example",
		"/%09/evil.example/\t",
		"\\\\evil.example",
		"https:evil.example",
		"https://evil.example",
		"javascript:alert(1)",
		"/.//evil.example",
		"@evil.example",
		"/\r\nSet-Cookie: s=1",
	])("redirectTo=%j stays in the site", async (redirectTo) => {
		expect(where(await signIn(new Person(instance, anna.email), { redirectTo }))).toEqual([303, "/chat"]);
		const page = await (
			await fetch(`${instance.url}/login?redirectTo=${encodeURIComponent(redirectTo)}`)
		).text();
		expect(/<form class="auth-form".*?<\/form>/s.exec(page)?.[0]).not.toContain("evil");
	});

	test("keeps where the person wanted to through a mistake", async () => {
		const page = await (await fetch(`${instance.url}/login?redirectTo=%2Fpayment%3Fplan%3Dx`)).text();
		expect(control(page, "redirectTo")).toContain('value="/payment?plan=x"');
		const wrong = await new Person(instance).post("/login", {
			email: "nobody@example.ru",
			password: "что-нибудь другое",
			redirectTo: "/payment?plan=x",
		});
		expect(control(await wrong.text(), "redirectTo")).toContain('value="/payment?plan=x"');
	});

	test("past the throttle answers 429 and says when to come back, with the right plural", async () => {
		const guesser = new Person(instance);
		const guess = () =>
			guesser.post("/login", { email: "target@example.ru", password: "не тот пароль вовсе" });
		let response = await guess();
		for (let i = 0; i < 8 && response.status === 400; i++) response = await guess();
		const html = await response.text();
		expect(response.status).toBe(429);
		expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect(text(html)).toContain("Слишком много попыток. Попробуйте через 1 минуту.");
		expect(control(html, "email")).toContain('value="target@example.ru"');
	});

	test("a signed-in person is sent on from /login and /registration", async () => {
		const browser = new Person(instance, anna.email);
		await signIn(browser);
		expect(where(await browser.fetch("/login"))).toEqual([302, "/chat"]);
		expect(where(await browser.fetch("/registration"))).toEqual([302, "/chat"]);
	});
});

describe("/logout", () => {
	test("ends the session on the server and goes to /login", async () => {
		const browser = new Person(instance, anna.email);
		await signIn(browser);
		const copied = browser.cookie;
		const left = await browser.post("/logout", {});
		expect(where(left)).toEqual([303, "/login"]);
		expect(left.headers.get("Clear-Site-Data")).toContain('"storage"');
		expect(browser.cookie).toBe("");
		const replayed = await fetch(`${instance.url}/chat`, { headers: { Cookie: copied }, redirect: "manual" });
		expect(where(replayed)).toEqual([302, "/login?redirectTo=%2Fchat"]);
	});

	test("opened by hand ends nothing, and without a session a POST is harmless", async () => {
		const browser = new Person(instance, anna.email);
		await signIn(browser);
		expect(where(await browser.fetch("/logout"))).toEqual([302, "/"]);
		expect((await browser.fetch("/chat")).status).toBe(200);
		expect(where(await new Person(instance).post("/logout", {}))).toEqual([303, "/login"]);
	});
});

describe("S-2.12 S-2.13 recovery", () => {
	test("ends alike for a known and an unknown e-mail", async () => {
		const known = await new Person(instance).register();
		const ends = [];
		for (const email of [known.email, "nobody.at.all@example.ru"]) {
			const asker = new Person(instance);
			const asked = await asker.post("/reset-password", { email });
			const words = text(await (await asker.fetch("/reset-password/success")).text());
			const cookies = asked.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
			ends.push([...where(asked), cookies, words.replace(/Пробный режим: .*? Отправить/, "Отправить")]);
		}
		expect(ends[0]?.slice(0, 2)).toEqual([303, "/reset-password/success"]);
		expect(ends[0]?.[3]).toContain("Если аккаунт с таким адресом есть, мы отправили на него ссылку");
		expect(ends[1]).toEqual(ends[0]);
	});

	test("refuses what is no e-mail, beside the field", async () => {
		const response = await new Person(instance).post("/reset-password", { email: "анна" });
		expect(response.status).toBe(400);
		expect(errorOf(await response.text(), "email")).toBe("Похоже, в адресе ошибка. Пример: anna@pochta.ru");
	});

	test("S-2.15 S-2.16 the link sets a new password once and ends every session", async () => {
		const person = await new Person(instance).register();
		const elsewhere = new Person(instance, person.email);
		await signIn(elsewhere);
		await person.post("/reset-password", { email: person.email });
		const link = emailLink(await (await person.fetch("/reset-password/success")).text());
		const token = new URL(link, instance.url).searchParams.get("token") ?? "";
		for (let i = 0; i < 2; i++) {
			const page = await (await person.fetch(link)).text();
			expect(control(page, "token")).toContain(token);
			expect(page).not.toContain('name="currentPassword"');
		}
		const weak = await person.post("/change-password", { token, newPassword: "йцукенгшщз" });
		expect(weak.status).toBe(400);
		expect(errorOf(await weak.text(), "newPassword")).toBe(
			"Этот пароль слишком распространён. Придумайте другой",
		);

		const changed = await person.post("/change-password", { token, newPassword: "совсем новый пароль" });
		expect(where(changed)).toEqual([303, "/change-password/success"]);
		const success = text(await (await person.fetch("/change-password/success")).text());
		expect(success).toContain("Мы завершили сеансы на всех устройствах. Войдите с новым паролем.");
		for (const browser of [person, elsewhere]) {
			expect(where(await browser.fetch("/chat"))).toEqual([302, "/login?redirectTo=%2Fchat"]);
		}
		expect((await signIn(person)).status).toBe(400);
		expect((await signIn(person, { password: "совсем новый пароль" })).status).toBe(303);

		const again = await new Person(instance).post("/change-password", {
			token,
			newPassword: "ещё один пароль",
		});
		expect(where(again)).toEqual([303, "/change-password/fail"]);
	});

	test("S-2.17 a dead link ends at /change-password/fail, which says so", async () => {
		const stranger = new Person(instance);
		expect(where(await stranger.fetch(`/change-password?token=${"A".repeat(43)}`))).toEqual([
			303,
			"/change-password/fail",
		]);
		const page = text(await (await stranger.fetch("/change-password/fail")).text());
		expect(page).toContain("Ссылка устарела или уже использована. Запросите новую");
	});
});

describe("S-2.15 /change-password of a signed-in person", () => {
	test("needs the current password; other sessions end and this one goes on", async () => {
		const person = await new Person(instance).register();
		const elsewhere = new Person(instance, person.email);
		await signIn(elsewhere);
		const page = await (await person.fetch("/change-password")).text();
		expect(control(page, "currentPassword")).toContain('autoComplete="current-password"');

		const wrong = await person.post("/change-password", {
			currentPassword: "не тот",
			newPassword: "новый пароль мой",
		});
		expect(wrong.status).toBe(400);
		expect(errorOf(await wrong.text(), "currentPassword")).toBe("Проверьте раскладку и Caps Lock");
		const same = await person.post("/change-password", {
			currentPassword: person.password,
			newPassword: person.password,
		});
		expect(errorOf(await same.text(), "newPassword")).toBe("Новый пароль должен отличаться от прежнего");

		const before = person.cookie;
		const changed = await person.post("/change-password", {
			currentPassword: person.password,
			newPassword: "новый пароль мой",
		});
		expect(where(changed)).toEqual([303, "/change-password/success"]);
		expect(person.cookie).not.toBe(before);
		const success = text(await (await person.fetch("/change-password/success")).text());
		expect(success).toContain("Здесь вы остаётесь в аккаунте.");
		expect(success).toContain("Перейти в чат");
		expect((await person.fetch("/chat")).status).toBe(200);
		expect(where(await elsewhere.fetch("/chat"))).toEqual([302, "/login?redirectTo=%2Fchat"]);
	});

	test("without a session or a link changes nothing and says what is needed", async () => {
		const answer = await new Person(instance).post("/change-password", {
			currentPassword: "что-нибудь",
			newPassword: "новый пароль мой",
		});
		expect(answer.status).toBe(400);
		expect(text(await answer.text())).toContain("нужна ссылка из письма");
	});
});

test("S-2.14 when the mail server is down for everybody, recovery says so", async () => {
	const down = await startInstance({
		env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "robot@example.ru" },
	});
	try {
		const person = new Person(down);
		expect(where(await person.post("/reset-password", { email: person.email }))).toEqual([
			303,
			"/reset-password/fail",
		]);
		const page = text(await (await person.fetch("/reset-password/fail")).text());
		expect(page).toContain("Почтовая служба сейчас не отвечает.");
	} finally {
		await down.stop();
	}
});
