import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailTo, tokenIn } from "../../support/email-text.ts";
import { startSmtpServer } from "../../support/fakes/mailer.ts";
import { type Instance, startInstance } from "../../support/instance.ts";
import { Person } from "../../support/person.ts";
import { control, emailLink, errorOf, focused, text, tokenOf } from "./auth-page.ts";

const CONSENTS = { consentOffer: "on", consentPersonalData: "on" };
const PASSWORD = "верный пароль от чата";

let instance: Instance;
beforeAll(async () => {
	instance = await startInstance();
});
afterAll(() => instance?.stop());

/** Registers without confirming. @returns the page that promises the e-mail */
async function begin(person: Person, on: Instance = instance): Promise<string> {
	const sent = await person.post("/registration", { email: person.email, password: PASSWORD, ...CONSENTS });
	expect([sent.status, sent.headers.get("Location")], on.logs()).toEqual([303, "/registration/success"]);
	return (await person.fetch("/registration/success")).text();
}

const where = (response: Response) => [response.status, response.headers.get("Location")];

describe("S-2.5 the registration form", () => {
	test("that is wrong in everything comes back with 400 and all its errors at once", async () => {
		const person = new Person(instance, "anna@pochta");
		const response = await person.post("/registration", {
			email: "anna@pochta",
			password: "qwerty",
			consentOffer: "on",
		});
		const html = await response.text();
		expect(response.status).toBe(400);
		expect(errorOf(html, "email")).toBe("Похоже, в адресе ошибка. Пример: anna@pochta.ru");
		expect(errorOf(html, "password")).toBe("Слишком короткий пароль. Нужно от 10 символов");
		expect(errorOf(html, "consentOffer")).toBeNull();
		expect(errorOf(html, "consentPersonalData")).toBe("Без согласия мы не сможем создать аккаунт");
		expect(text(html)).toContain("Проверьте форму. Исправьте 3 поля, отмеченных ниже.");
		expect(focused(html)).toBe("email");
		expect(control(html, "email")).toContain('value="anna@pochta"');
		expect(control(html, "consentOffer")).toContain("checked");
		expect(control(html, "consentPersonalData")).not.toContain("checked");
		expect(html).not.toContain("qwerty");
		expect(response.headers.getSetCookie()).toEqual([]);
	});

	test.each([
		["a@b.ru", "девять789", "too short", "Слишком короткий пароль. Нужно от 10 символов"],
		["a@b.ru", "я".repeat(129), "too long", "Слишком длинный пароль. Можно до 128 символов"],
		["a@b.ru", "1234567890", "common", "Этот пароль слишком распространён. Придумайте другой"],
		["annushka@b.ru", "annushka@b.ru", "the e-mail", "Пароль не должен повторять почту. Придумайте другой"],
		[
			"a@b.ru",
			"собеседник123",
			"the service's name",
			"Пароль не должен повторять название сервиса. Придумайте другой",
		],
	])("%s / %s is refused: %s", async (email, password, _why, words) => {
		const response = await new Person(instance).post("/registration", { email, password, ...CONSENTS });
		const html = await response.text();
		expect(response.status).toBe(400);
		expect(errorOf(html, "password")).toBe(words);
		expect(text(html)).toContain("Исправьте 1 поле, отмеченное ниже.");
		expect(focused(html)).toBe("password");
	});

	test("without fields, or with a body that is no form, is only mended, not broken", async () => {
		const empty = await new Person(instance).post("/registration", {});
		expect(empty.status).toBe(400);
		expect(text(await empty.text())).toContain("Исправьте 4 поля");
		const json = await new Person(instance).fetch("/registration", {
			method: "POST",
			body: "[]",
			headers: { Origin: instance.url, "Content-Type": "application/json" },
		});
		expect(json.status).toBe(400);
	});

	test("that another site sends does nothing", async () => {
		const person = new Person(instance);
		const sent = await person.fetch("/registration", {
			method: "POST",
			body: new URLSearchParams({ email: person.email, password: PASSWORD, ...CONSENTS }),
			headers: { Origin: "https://evil.example" },
		});
		expect(sent.status).toBeGreaterThanOrEqual(400);
		expect(sent.headers.getSetCookie()).toEqual([]);
	});
});

describe("S-2.6 S-2.9 S-2.10 a new e-mail", () => {
	test("is confirmed by the button in the browser that registered, which is then signed in", async () => {
		const person = new Person(instance);
		const promised = await begin(person);
		expect(text(promised)).toContain(`Мы отправили письмо на ${person.email}.`);
		expect(text(promised)).toContain("Пробный режим: письмо не отправлено, вот ссылка из него");
		const link = emailLink(promised);

		for (let i = 0; i < 3; i++) {
			const page = await person.fetch(link);
			expect(page.status).toBe(200);
			const html = await page.text();
			expect(text(html)).toContain("Нажмите кнопку");
			expect(html).not.toContain('type="password"');
		}
		const confirmed = await person.post("/verify-mail", { token: tokenOf(link) });
		expect(where(confirmed)).toEqual([303, "/verify-mail/verify-mail-success"]);
		const success = text(await (await person.fetch("/verify-mail/verify-mail-success")).text());
		expect(success).toContain("Аккаунт готов. Можно задавать первый вопрос.");
		expect(success).toContain("Начать чат");
		expect((await person.fetch("/chat")).status).toBe(200);
		expect(where(await person.fetch("/registration"))).toEqual([302, "/chat"]);
		expect(text(await (await person.fetch("/registration/success")).text())).not.toContain(person.email);
	});

	test("is confirmed by the code, which may be typed with a space", async () => {
		const person = new Person(instance);
		const code = /Код: (\d{6})/.exec(text(await begin(person)))?.[1] ?? "";
		const page = await (await person.fetch("/verify-mail")).text();
		expect(text(page)).toContain(`Введите код из письма, которое мы отправили на ${person.email}.`);
		expect(control(page, "code")).toContain('autoComplete="one-time-code"');
		const confirmed = await person.post("/verify-mail", { code: `${code.slice(0, 3)} ${code.slice(3)}` });
		expect(where(confirmed)).toEqual([303, "/verify-mail/verify-mail-success"]);
		expect((await person.fetch("/chat")).status).toBe(200);
	});

	test("with a wrong code stays, and after five the code is dead and the link lives", async () => {
		const person = new Person(instance);
		const promised = await begin(person);
		const right = /Код: (\d{6})/.exec(text(promised))?.[1] ?? "";
		const wrong = right === "000000" ? "111111" : "000000";
		const malformed = await person.post("/verify-mail", { code: "12345" });
		expect(malformed.status).toBe(400);
		expect(errorOf(await malformed.text(), "code")).toBe("Введите 6 цифр из письма");
		for (let i = 0; i < 5; i++) {
			const response = await person.post("/verify-mail", { code: wrong });
			expect(response.status).toBe(400);
			if (i < 4)
				expect(errorOf(await response.text(), "code")).toBe("Код не подошёл. Проверьте последнее письмо");
		}
		const dead = await person.post("/verify-mail", { code: right });
		expect(where(dead)).toEqual([303, "/verify-mail/verify-mail-fail"]);
		const fail = await (await person.fetch("/verify-mail/verify-mail-fail")).text();
		expect(text(fail)).toContain("Код больше не действует");
		const confirmed = await person.post("/verify-mail", { token: tokenOf(emailLink(promised)) });
		expect(where(confirmed)).toEqual([303, "/verify-mail/verify-mail-success"]);
	});

	test("opened in another browser needs a password and the consents, and those count", async () => {
		const registrant = new Person(instance);
		const link = emailLink(await begin(registrant));
		const owner = new Person(instance, registrant.email);
		const page = await (await owner.fetch(link)).text();
		expect(text(page)).toContain("не в том браузере");
		expect(page).toContain('name="consentPersonalData"');

		const token = tokenOf(link);
		const bare = await owner.post("/verify-mail", { token });
		const html = await bare.text();
		expect(bare.status).toBe(400);
		expect(errorOf(html, "newPassword")).toBe("Введите пароль");
		expect(errorOf(html, "consentOffer")).toBe("Примите условия оферты, чтобы продолжить");
		expect(control(html, "token")).toContain(token);
		for (const consents of [CONSENTS, {}]) {
			const weak = await owner.post("/verify-mail", { token, newPassword: "короткий", ...consents });
			expect(weak.status).toBe(400);
			expect(errorOf(await weak.text(), "newPassword")).toBe("Слишком короткий пароль. Нужно от 10 символов");
		}

		const confirmed = await owner.post("/verify-mail", {
			token,
			newPassword: "мой собственный пароль",
			...CONSENTS,
		});
		expect(where(confirmed)).toEqual([303, "/verify-mail/verify-mail-success"]);
		const stranger = await registrant.post("/login", { email: registrant.email, password: PASSWORD });
		expect(stranger.status).toBe(400);
		const own = await owner.post("/login", { email: owner.email, password: "мой собственный пароль" });
		expect(own.status).toBe(303);
	});

	test("S-2.11 a used, a strange and a damaged link end alike, with a form for a new e-mail", async () => {
		const person = new Person(instance);
		const token = tokenOf(emailLink(await begin(person)));
		await person.post("/verify-mail", { token });
		for (const dead of [token, "A".repeat(43), "<script>", "%00"]) {
			for (const answer of [
				await new Person(instance).fetch(`/verify-mail?token=${encodeURIComponent(dead)}`),
				await new Person(instance).post("/verify-mail", { token: dead }),
			]) {
				expect(where(answer)[1]).toBe("/verify-mail/verify-mail-fail");
			}
		}
		const stranger = new Person(instance);
		await stranger.fetch(`/verify-mail?token=${"A".repeat(43)}`);
		const page = await (await stranger.fetch("/verify-mail/verify-mail-fail")).text();
		expect(text(page)).toContain("Ссылка устарела или уже использована.");
		expect(control(page, "email")).toContain("required");
	});

	test("the e-mail is sent again, the new link kills the old one, and past the limit the page says when", async () => {
		const person = new Person(instance);
		const first = tokenOf(emailLink(await begin(person)));
		const again = await person.post("/verify-mail", { email: person.email });
		expect(where(again)).toEqual([303, "/registration/success"]);
		const promised = await (await person.fetch("/registration/success")).text();
		expect(text(promised)).toContain(`Мы отправили письмо на ${person.email}.`);
		expect(where(await person.fetch(`/verify-mail?token=${first}`))[1]).toBe("/verify-mail/verify-mail-fail");
		expect((await person.fetch(emailLink(promised))).status).toBe(200);

		expect((await person.post("/verify-mail", {})).status).toBe(303);
		const late = await person.post("/verify-mail", {});
		const html = await late.text();
		expect(late.status).toBe(429);
		expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect(text(html)).toMatch(/Следующее можно попросить через \d+ минут[уы]?\./);
		expect(text(html)).toContain("Введите код из письма");
	});

	test("a confirmation asked for by an e-mail address typed by hand ends alike for known, pending and unknown e-mails", async () => {
		const pending = new Person(instance);
		await begin(pending);
		const known = await new Person(instance).register();
		const unknown = new Person(instance);
		const ends = [];
		for (const { email } of [pending, known, unknown]) {
			const asker = new Person(instance);
			const asked = await asker.post("/verify-mail", { email });
			const words = text(await (await asker.fetch("/registration/success")).text());
			// What a trial shows besides is for the operator's eyes.
			ends.push([...where(asked), words.replace(/Пробный режим: .*? Отправить/, "Отправить")]);
		}
		expect(ends[0]).toEqual(ends[1]);
		expect(ends[0]).toEqual(ends[2]);
		expect(ends[0]?.[2]).toContain("Если на этот адрес есть незавершённая регистрация");
	});
});

test("S-2.8 a known e-mail ends at a page that names nobody and is the same for everybody", async () => {
	const known = await new Person(instance).register();
	const other = new Person(instance);
	const answer = await other.post("/registration", { email: known.email, password: PASSWORD, ...CONSENTS });
	expect(where(answer)).toEqual([303, "/registration/account-already-exists"]);
	expect(answer.headers.getSetCookie()).toEqual([]);
	const page = await (await other.fetch("/registration/account-already-exists")).text();
	expect(page).not.toContain(known.email);
	expect(text(page)).toContain("Этот адрес уже зарегистрирован.");
});

test("with HIDE_EXISTING_ACCOUNTS=1 a known e-mail looks like a new one, on the next page too", async () => {
	const smtp = await startSmtpServer();
	const hiding = await startInstance({
		env: { HIDE_EXISTING_ACCOUNTS: "1", SMTP_URL: smtp.url, MAIL_FROM: "robot@example.ru" },
	});
	try {
		const owner = new Person(hiding);
		const link = async () => {
			await begin(owner, hiding);
			return tokenIn(await emailTo(smtp, owner.email));
		};
		expect(where(await owner.post("/verify-mail", { token: await link() }))).toEqual([
			303,
			"/verify-mail/verify-mail-success",
		]);
		const seen = async (email: string) => {
			const prober = new Person(hiding);
			const sent = await prober.post("/registration", { email, password: PASSWORD, ...CONSENTS });
			const page = text(await (await prober.fetch("/registration/success")).text());
			const cookies = sent.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
			return [...where(sent), cookies, page.replaceAll(email, "…")];
		};
		const fresh = await seen("new.person@example.ru");
		expect(await seen(owner.email)).toEqual(fresh);
		expect(fresh[3]).not.toContain("Пробный режим: письмо");
	} finally {
		await hiding.stop();
		await smtp.close();
	}
});

test("a mailbox that cannot take the e-mail now keeps the registration, and the page says it may be late", async () => {
	const smtp = await startSmtpServer({ refuse: () => ({ code: 451, text: "try again later" }) });
	const mailing = await startInstance({ env: { SMTP_URL: smtp.url, MAIL_FROM: "robot@example.ru" } });
	try {
		const person = new Person(mailing);
		const promised = text(await begin(person, mailing));
		expect(promised).toContain(`Письмо на ${person.email} может немного опоздать.`);
		expect(promised).not.toContain("вот ссылка из него");
	} finally {
		await mailing.stop();
		await smtp.close();
	}
});

test("S-2.7 a mailbox that refuses for good ends at /registration/fail, and trying again works", async () => {
	let refusing = true;
	const smtp = await startSmtpServer({
		refuse: () => (refusing ? { code: 550, text: "no such user" } : undefined),
	});
	const mailing = await startInstance({ env: { SMTP_URL: smtp.url, MAIL_FROM: "robot@example.ru" } });
	try {
		const person = new Person(mailing);
		const sent = await person.post("/registration", { email: person.email, password: PASSWORD, ...CONSENTS });
		expect(where(sent)).toEqual([303, "/registration/fail"]);
		const fail = text(await (await person.fetch("/registration/fail")).text());
		expect(fail).toContain("Почтовая служба не приняла письмо");
		expect(fail).not.toContain("no such user");
		refusing = false;
		expect(text(await begin(person, mailing))).toContain(`Мы отправили письмо на ${person.email}.`);
		await expect.poll(() => smtp.received).toHaveLength(1);
	} finally {
		await mailing.stop();
		await smtp.close();
	}
});
