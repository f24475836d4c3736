import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Instance, startInstance } from "../../support/instance.ts";
import { text } from "./auth-page.ts";

/** What each screen says when somebody opens it by hand, and its name in the tab. */
const SCREENS: [id: string, path: string, tab: string, says: string][] = [
	["S-2.4", "/login", "Вход", "Рады видеть вас снова."],
	["S-2.5", "/registration", "Регистрация", "30 сообщений в сутки бесплатно, без карты."],
	["S-2.6", "/registration/success", "Проверьте почту", "После регистрации мы отправляем письмо"],
	["S-2.7", "/registration/fail", "Не удалось создать аккаунт", "Если регистрация не удалась"],
	[
		"S-2.8",
		"/registration/account-already-exists",
		"Такой аккаунт уже есть",
		"Войдите или восстановите пароль.",
	],
	["S-2.9", "/verify-mail", "Подтверждение почты", "Укажите почту, с которой регистрировались"],
	["S-2.10", "/verify-mail/verify-mail-success", "Почта подтверждена", "Когда почта подтверждена"],
	["S-2.11", "/verify-mail/verify-mail-fail", "Ссылка не сработала", "Если ссылка из письма не сработала"],
	["S-2.12", "/reset-password", "Восстановление пароля", "пришлём ссылку для смены пароля"],
	["S-2.13", "/reset-password/success", "Проверьте почту", "Ссылка для смены пароля приходит на почту"],
	["S-2.14", "/reset-password/fail", "Письмо не отправлено", "Если письмо не пришло"],
	["S-2.15", "/change-password", "Новый пароль", "нужна ссылка из письма"],
	["S-2.16", "/change-password/success", "Пароль изменён", "прежний больше не действует"],
	["S-2.17", "/change-password/fail", "Пароль не изменён", "Если сменить пароль не удалось"],
];

let instance: Instance;
beforeAll(async () => {
	instance = await startInstance({ env: { APP_NAME: "Разговор" } });
});
afterAll(() => instance?.stop());

const open = (path: string, headers?: HeadersInit) =>
	fetch(instance.url + path, { redirect: "manual", headers });

describe("S-0.1 S-1.2 S-6.2 opened by hand, without a session", () => {
	test.each(SCREENS)(
		"%s %s is open, in the auth layout, and says what is always true",
		async (_id, path, tab, says) => {
			const response = await open(path);
			const html = await response.text();
			expect(response.status).toBe(200);
			expect(response.headers.get("Cache-Control")).toBe("no-store");
			expect(html).toContain(`<title>${tab} — Разговор</title>`);
			expect(html).toContain('class="brand-panel"');
			expect(html.match(/<h1[ >]/g)).toHaveLength(1);
			expect(text(html)).toContain(says);
			expect(html, "inline styles").not.toMatch(/ style="/);
		},
	);

	test.each(SCREENS)("%s %s reflects nothing of its query", async (_id, path) => {
		// Without any query the page comes from memory, where its scripts stand in another form.
		const plain = await (await open(`${path}?unknown=1`)).text();
		const asked = await (await open(`${path}?cause=dead-link&email=victim@example.ru&via=yandex`)).text();
		const comparable = (html: string) => html.replace(/nonce="[^"]*"/g, "");
		expect(comparable(asked)).toBe(comparable(plain));
	});
});

test("the registration form has two required and one optional consent, none ticked, with links to the legal documents", async () => {
	const html = await (await open("/registration")).text();
	const boxes = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) => box);
	expect(boxes.map((box) => [/name="(\w+)"/.exec(box)?.[1], box.includes("required")])).toEqual([
		["consentOffer", true],
		["consentPersonalData", true],
		["consentNews", false],
	]);
	expect(html).not.toMatch(/ checked/);
	expect(html).toContain('href="/oferta"');
	expect(html).toContain('href="/consent"');
});

test("every form is a plain POST that our own checks answer, and has no second password field", async () => {
	for (const path of ["/login", "/registration", "/verify-mail", "/reset-password"]) {
		const html = await (await open(path)).text();
		const form = /<form class="auth-form"[^>]*>/.exec(html)?.[0];
		expect(form).toMatch(/method="post"/);
		expect(form).toMatch(/novalidate/i);
		expect(html.match(/type="password"/g)?.length ?? 0).toBeLessThan(2);
	}
});

test("nothing is offered that does not exist: no Yandex button", async () => {
	expect(await (await open("/login")).text()).not.toMatch(/Яндекс|yandex/i);
});

test("a damaged outcome cookie is as good as none", async () => {
	for (const value of ["", "%", "x".repeat(4000), "bnVsbA==", "eyJzY3JlZW4iOjF9"]) {
		const response = await open("/change-password/fail", { Cookie: `f=${value}` });
		expect(response.status).toBe(200);
		expect(text(await response.text())).toContain("Если сменить пароль не удалось");
	}
});

test("with REGISTRATION=closed there is no form, a POST is 403, and /login does not lead there", async () => {
	const closed = await startInstance({ env: { REGISTRATION: "closed" } });
	try {
		const page = await fetch(`${closed.url}/registration`);
		const html = await page.text();
		expect(page.status).toBe(200);
		expect(text(html)).toContain("Регистрация закрыта");
		expect(html).not.toContain('name="password"');
		const posted = await fetch(`${closed.url}/registration`, {
			method: "POST",
			body: new URLSearchParams({
				email: "anna@example.ru",
				password: "верный пароль от чата",
				consentOffer: "on",
				consentPersonalData: "on",
			}),
			headers: { Origin: closed.url },
		});
		expect(posted.status).toBe(403);
		expect(text(await posted.text())).toContain("Регистрация закрыта");
		expect(await (await fetch(`${closed.url}/login`)).text()).not.toContain('href="/registration"');
	} finally {
		await closed.stop();
	}
});
