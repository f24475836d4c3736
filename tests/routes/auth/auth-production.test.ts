import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, bodyOf } from "../../server/raw-http.ts";
import { type SmtpServer, startSmtpServer } from "../../support/fakes/mailer.ts";
import { type Instance, PRODUCTION, startInstance } from "../../support/instance.ts";
import { text } from "./auth-page.ts";

const HOST = new URL(PRODUCTION.APP_URL).host;

let smtp: SmtpServer;
let instance: Instance;
beforeAll(async () => {
	smtp = await startSmtpServer();
	instance = await startInstance({ env: { ...PRODUCTION, SMTP_URL: smtp.url } });
});
afterAll(async () => {
	await instance?.stop();
	await smtp?.close();
});

const post = (path: string, fields: Record<string, string>) =>
	ask(instance.port, path, {
		method: "POST",
		body: new URLSearchParams(fields).toString(),
		headers: {
			Host: HOST,
			Origin: PRODUCTION.APP_URL,
			"Content-Type": "application/x-www-form-urlencoded",
		},
	});

test("in production an e-mail is sent, its link stays in it, and every cookie is __Host- and secure", async () => {
	const sent = await post("/registration", {
		email: "anna@example.ru",
		password: "верный пароль от чата",
		consentOffer: "on",
		consentPersonalData: "on",
	});
	sent.destroy();
	expect([sent.statusCode, sent.headers.location]).toEqual([303, "/registration/success"]);
	const cookies = sent.headers["set-cookie"] ?? [];
	expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["__Host-b", "__Host-f"]);
	for (const cookie of cookies) {
		expect(cookie).toMatch(/; HttpOnly/);
		expect(cookie).toMatch(/; Secure/);
		expect(cookie).toMatch(/; SameSite=Lax/);
		expect(cookie).toMatch(/; Path=\//);
		expect(cookie).not.toMatch(/; Domain/i);
	}
	await expect.poll(() => smtp.received.map(({ to }) => to)).toEqual([["anna@example.ru"]]);

	const Cookie = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
	const page = await ask(instance.port, "/registration/success", { headers: { Host: HOST, Cookie } });
	const html = (await bodyOf(page)).toString();
	expect(text(html)).toContain("Мы отправили письмо на anna@example.ru.");
	expect(html).not.toContain("token=");
	expect(html).not.toContain("Пробный режим");
	expect(page.headers["cache-control"]).toBe("no-store");
});

test("a cookie made by hand brings no link of an e-mail onto a page of production", async () => {
	const forged = {
		screen: "/reset-password/success",
		cause: "accepted",
		at: Date.now(),
		email: "anna@example.ru",
		trialLink: `${PRODUCTION.APP_URL}/change-password?token=x`,
		trialCode: "123456",
	};
	const Cookie = `__Host-f=${encodeURIComponent(Buffer.from(JSON.stringify(forged)).toString("base64"))}`;
	const page = await ask(instance.port, forged.screen, { headers: { Host: HOST, Cookie } });
	const html = (await bodyOf(page)).toString();
	expect(text(html)).toContain("Если аккаунт с таким адресом есть");
	expect(html).not.toContain("token=");
});
