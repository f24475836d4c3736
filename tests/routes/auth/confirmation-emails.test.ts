import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { emailTo, partsOf, tokenIn } from "../../support/email-text.ts";
import { type SmtpServer, startSmtpServer } from "../../support/fakes/mailer.ts";
import { type Instance, PRODUCTION, startInstance } from "../../support/instance.ts";
import { Visitor } from "../../support/visitor.ts";
import { text } from "./auth-page.ts";

const form = (email: string) => ({
	email,
	password: "верный пароль от чата",
	consentOffer: "on",
	consentPersonalData: "on",
});

let smtp: SmtpServer;
let instance: Instance;
let thinking = 0;
let refusing: { code: number; text: string } | undefined;
beforeAll(async () => {
	smtp = await startSmtpServer({ delayMs: () => thinking, refuse: () => refusing });
	instance = await startInstance({ env: { ...PRODUCTION, SMTP_URL: smtp.url } });
});
afterAll(async () => {
	await instance?.stop();
	await smtp?.close();
});

describe("confirmation e-mails of a running instance", () => {
	test("check 20: an e-mail with a line break or a second address writes to nobody", async () => {
		const before = smtp.received.length;
		for (const email of [
			"anna@example.ru\r\nBcc: evil@example.com",
			"anna@example.ru\nRCPT TO:<evil@example.com>",
			"anna@example.ru,evil@example.com",
			"anna@example.ru evil@example.com",
			"Анна <anna@example.ru>",
			"anna@example.ru\u0000",
			"anna@exa\u200bmple.ru",
		]) {
			for (const path of ["/registration", "/reset-password", "/verify-mail"]) {
				const answer = await new Visitor(instance).post(path, form(email));
				expect([path, answer.status]).toEqual([path, 400]);
				expect(answer.headers).not.toHaveProperty("bcc");
			}
		}
		expect(smtp.received).toHaveLength(before);
	});

	test("a slow mail server: the answer does not wait for it to the end and says so; the e-mail comes once", async () => {
		// Longer than anybody waits; it has the e-mail all the same.
		thinking = 12_000;
		const person = new Visitor(instance);
		const sent = await person.post("/registration", form("slow@example.ru"));
		thinking = 0;
		expect([sent.status, sent.headers.location]).toEqual([303, "/registration/success"]);
		const page = text((await person.get("/registration/success")).body);
		expect(page).toContain("Письмо на slow@example.ru может немного опоздать.");
		const mine = () => smtp.received.filter(({ to }) => to.includes("slow@example.ru"));
		await vi.waitFor(() => expect(mine()).toHaveLength(1));
		const confirmed = await person.post("/verify-mail", { token: tokenIn(mine()[0]) });
		expect(confirmed.headers.location).toBe("/verify-mail/verify-mail-success");
	});

	test("S-2.7 refused for good: nothing is half-made, and trying again works", async () => {
		refusing = { code: 550, text: "5.1.1 no such user" };
		const person = new Visitor(instance);
		const sent = await person.post("/registration", form("nobody@example.ru"));
		expect([sent.status, sent.headers.location]).toEqual([303, "/registration/fail"]);
		expect(person.jar.has("__Host-b")).toBe(false);
		expect(text((await person.get("/verify-mail")).body)).not.toContain("Введите код");
		const code = await person.post("/verify-mail", { code: "000000" });
		expect(code.headers.location).toBe("/verify-mail/verify-mail-fail");
		refusing = undefined;
		await person.post("/registration", form("nobody@example.ru"));
		const email = await emailTo(smtp, "nobody@example.ru");
		const confirmed = await person.post("/verify-mail", { token: tokenIn(email) });
		expect(confirmed.headers.location).toBe("/verify-mail/verify-mail-success");
	});

	test("the log of all this names no address, no link and no code", () => {
		const said = smtp.received.map(partsOf).map(({ text }) => /Код: (\d{6})/.exec(text)?.[1] ?? "-");
		for (const secret of ["slow@", "nobody@", "evil@", "token=", ...said.filter((code) => code !== "-")]) {
			expect(instance.logs()).not.toContain(secret);
		}
	});
});
