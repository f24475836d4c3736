import { afterAll, beforeAll, expect, test } from "vitest";
import { emailTo, tokenIn } from "../../support/email-text.ts";
import { type SmtpServer, startSmtpServer } from "../../support/fakes/mailer.ts";
import { type Instance, PRODUCTION, startInstance } from "../../support/instance.ts";
import { Visitor } from "../../support/visitor.ts";

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

test("check 58: the log says what happened to which account, and neither who it is nor from where", async () => {
	const [email, password] = ["anna@example.ru", "верный пароль от чата"];
	const person = new Visitor(instance);
	await person.post("/registration", { email, password, consentOffer: "on", consentPersonalData: "on" });
	await person.post("/verify-mail", { token: tokenIn(await emailTo(smtp, email)) });
	await person.post("/logout", {});
	await person.post("/login", { email, password: "не тот пароль совсем" });
	// What a stranger types must neither begin a line of the log nor colour it.
	await person.post("/login", { email: 'x\r\n{"level":"error"}\u001b[31m', password: "secret-of-anna" });
	await person.post("/login", { email: "nobody@example.ru", password: "secret-of-anna" });
	await person.post("/login", { email, password });
	await person.post("/reset-password", { email: "nobody@example.ru" });

	const lines = instance.logs().trim().split("\n");
	const events = lines
		.filter((line) => line.includes("Событие аккаунта"))
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	expect(events.map(({ event }) => event)).toEqual([
		"registered",
		"signed-out",
		"sign-in-failed",
		"sign-in-failed",
		"signed-in",
		"password-reset-asked",
	]);
	const [first] = events;
	expect(first?.account).toMatch(/^[0-9a-f-]{36}$/);
	expect(events.map(({ account }) => account === first?.account)).toEqual([
		true,
		true,
		true,
		false,
		true,
		false,
	]);
	for (const event of events)
		expect(Object.keys(event)).toEqual(["time", "level", "message", "event", "account"]);
	for (const secret of [
		"anna",
		"nobody",
		"127.0.0",
		"::1",
		"secret-of",
		"не тот",
		"token",
		"\u001b",
		'{"level":"error"}',
	]) {
		expect(instance.logs()).not.toContain(secret);
	}
});
