import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { LOGO_ID, LOGO_PNG } from "../../app/mail/logo-image.server.ts";
import { emlTransport } from "../../app/mail/transports/eml.server.ts";
import { smtpTransport } from "../../app/mail/transports/smtp.server.ts";
import { partsOf } from "../support/email-text.ts";
import { type SmtpServer, startSmtpServer } from "../support/fakes/mailer.ts";

const FROM = "«Собеседник» <no-reply@chat.example.ru>";
const email = {
	to: "anna@example.ru",
	kind: "greeting",
	subject: "Подтвердите почту в сервисе «Собеседник» — это нужно, чтобы войти",
	text: "Здравствуйте!\nСсылка: https://chat.example.ru/x",
	html: '<html lang="ru"><p>Здравствуйте!</p></html>',
	link: "https://chat.example.ru/x",
};

let ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
	for (const end of ending.splice(0)) await end();
	ending = [];
});

async function mailServer(...options: Parameters<typeof startSmtpServer>): Promise<SmtpServer> {
	const server = await startSmtpServer(...options);
	ending.push(server.close);
	return server;
}

describe("SMTP", () => {
	test("an e-mail arrives with both parts, an encoded subject and one recipient", async () => {
		const server = await mailServer();
		expect(await smtpTransport(server.url, FROM).send("id-1", email)).toEqual({ result: "sent" });
		const [mail] = server.received;
		expect(mail).toMatchObject({ from: "no-reply@chat.example.ru", to: ["anna@example.ru"] });
		const data = mail?.data ?? "";
		expect(data).toMatch(/^Subject: =\?UTF-8\?[BQ]\?/im);
		expect(data).toMatch(/^Message-ID: <id-1@chat\.example\.ru>/im);
		expect(data).toMatch(/^Content-Type: text\/plain; charset=utf-8/im);
		expect(data).toMatch(/^Content-Type: text\/html; charset=utf-8/im);
		expect(data).toMatch(/^Auto-Submitted: auto-generated/im);
		expect(data.match(/^(To|Cc|Bcc):/gim)).toEqual(["To:"]);
	});

	test("the logo travels inside the message, beside the HTML that shows it", async () => {
		const server = await mailServer();
		const html = `<p><img src="cid:${LOGO_ID}" alt=""></p>`;
		await smtpTransport(server.url, FROM).send("id-1", { ...email, html });
		await smtpTransport(server.url, FROM).send("id-2", email);
		const [shown, plain] = server.received.map(({ data }) => data);
		expect(shown).toMatch(/^Content-Type: multipart\/related;/m);
		expect(shown).toMatch(new RegExp(`^Content-ID: <${LOGO_ID}>`, "im"));
		expect(shown).toMatch(/^Content-Disposition: inline; filename=logo.png\r$/m);
		expect(shown?.replace(/\r\n/g, "")).toContain(LOGO_PNG.toString("base64"));
		expect(plain).not.toMatch(/multipart\/related|image\/png/);
	});

	test("its head is what robots and people expect, in ASCII and in short lines", async () => {
		const server = await mailServer();
		const sign = '"robot@home, «Чат»" <no-reply@пример.рф>';
		const long = { ...email, text: "слово ".repeat(900), html: `<p>${"слово ".repeat(900)}</p>` };
		expect(await smtpTransport(server.url, sign).send("id-1", long)).toEqual({ result: "sent" });
		const data = server.received[0]?.data ?? "";
		expect(data).toMatch(/^Message-ID: <id-1@xn--e1afmkfd\.xn--p1ai>\r$/m);
		expect(data).toMatch(
			/^From: =\?UTF-8\?[BQ]\?\S+(\s+=\?UTF-8\?[BQ]\?\S+)* <no-reply@xn--e1afmkfd\.xn--p1ai>\r$/m,
		);
		expect(Math.abs(Date.now() - Date.parse(/^Date: (.+)\r$/m.exec(data)?.[1] ?? ""))).toBeLessThan(60_000);
		expect(data).toMatch(/^MIME-Version: 1\.0\r$/m);
		expect(data).toMatch(/^Content-Type: multipart\/alternative;/m);
		expect(data).toMatch(/^Content-Language: ru\r$/m);
		const lines = data.split("\r\n");
		expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII is what it looks for
		expect(data).toMatch(/^[\u0000-\u007f]*$/);
		expect(partsOf(server.received[0] ?? { from: "", to: [], data }).text.trim()).toBe(long.text.trim());
	});

	test("check 20: nothing in an address, a subject or a text adds a header or a recipient", async () => {
		const server = await mailServer();
		const bcc = "\r\nBcc: evil@example.com\r\n\r\nbody";
		const transport = smtpTransport(server.url, FROM);
		await transport.send("a", {
			...email,
			subject: `Привет${bcc}`,
			text: `.${bcc}\r\n.\r\nMAIL FROM:<x@y.ru>`,
		});
		await transport.send("b", { ...email, subject: `Hello${bcc}` });
		for (const to of [
			`anna@example.ru${bcc}`,
			"anna@example.ru, evil@example.com",
			"anna@example.ru>\r\nRCPT TO:<evil@example.com",
		]) {
			await transport.send("c", { ...email, to });
		}
		expect(server.received.length).toBeGreaterThanOrEqual(2);
		for (const { data, to } of server.received) {
			expect(to).toHaveLength(1);
			expect(to[0]).not.toBe("evil@example.com");
			const head = data.split("\r\n\r\n")[0] ?? "";
			expect(head).not.toMatch(/^bcc:/im);
			expect(head.match(/^(To|Cc|Bcc):/gim)).toEqual(["To:"]);
		}
	});

	test("an unknown mailbox is refused for good", async () => {
		const server = await mailServer({ refuse: () => ({ code: 550, text: "No such user anna@example.ru" }) });
		const attempt = await smtpTransport(server.url, FROM).send("id", email);
		expect(attempt).toEqual({ result: "refused", problem: "EENVELOPE RCPT TO 550" });
	});

	test.each([
		[554, "5.7.1 <anna@example.ru>: Relay access denied"],
		[553, "5.7.1 <robot@example.ru>: Sender address rejected: not owned by user"],
		[550, "5.1.8 <robot@example.ru>: Sender address rejected: Domain not found"],
		[550, "relay not permitted"],
	])("a recipient refused for the sender's sake is for the operator to fix: %i %s", async (code, text) => {
		const server = await mailServer({
			refuse: () => ({ code, text }),
			server: { hideENHANCEDSTATUSCODES: true },
		});
		expect(await smtpTransport(server.url, FROM).send("id", email)).toEqual({
			result: "later",
			problem: `EENVELOPE RCPT TO ${code}`,
		});
	});

	test("an unknown mailbox of a relay is refused for good", async () => {
		const text = "5.1.1 <anna@example.ru>: User unknown in relay recipient table";
		const server = await mailServer({
			refuse: () => ({ code: 550, text }),
			server: { hideENHANCEDSTATUSCODES: true },
		});
		expect(await smtpTransport(server.url, FROM).send("id", email)).toMatchObject({ result: "refused" });
	});

	test("«try again later» is not a refusal", async () => {
		const server = await mailServer({ refuse: () => ({ code: 451, text: "greylisted" }) });
		expect(await smtpTransport(server.url, FROM).send("id", email)).toMatchObject({ result: "later" });
	});

	test("one that was taken while this process stood still is sent, and not sent once more", async () => {
		const limitMs = 10_000;
		const server = await mailServer({ stallMs: limitMs + 100 });
		expect(await smtpTransport(server.url, FROM, { limitMs }).send("id", email)).toEqual({ result: "sent" });
		expect(server.received).toHaveLength(1);
	});

	test("our own wrong password says nothing about the mailbox, and the mail server counts as down", async () => {
		const server = await mailServer({
			server: {
				disabledCommands: ["STARTTLS"],
				allowInsecureAuth: true,
				onAuth: (_auth, _session, done) => done(Object.assign(new Error("wrong"), { responseCode: 535 })),
			},
		});
		const transport = smtpTransport(server.url.replace("//", "//user:secret@"), FROM);
		const attempt = await transport.send("id", email);
		expect(attempt).toMatchObject({ result: "later" });
		expect(JSON.stringify(attempt)).not.toContain("secret");
		expect(await transport.isOpen()).toBe(false);
	});

	test("a sender the server does not like says nothing about the mailbox either", async () => {
		const server = await mailServer({
			server: { onMailFrom: (_a, _s, done) => done(Object.assign(new Error("no"), { responseCode: 553 })) },
		});
		expect(await smtpTransport(server.url, FROM).send("id", email)).toMatchObject({ result: "later" });
	});

	test("a name that DNS does not know, or DNS that is gone: later, and the e-mail stays", async () => {
		const attempt = await smtpTransport("smtp://mail.invalid", FROM).send("id", email);
		expect(attempt).toMatchObject({
			result: "later",
			problem: expect.stringMatching(/^(EDNS|ETIMEDOUT|ECONNECTION|ESOCKET)/),
		});
	});

	test("no server: later, and it counts as down; with one it is up", async () => {
		const server = await mailServer();
		// It may answer late on a busy machine.
		expect(await smtpTransport(server.url, FROM, { probeMs: 60_000 }).isOpen()).toBe(true);
		const gone = await startSmtpServer();
		await gone.close();
		const transport = smtpTransport(gone.url, FROM);
		expect(await transport.send("id", email)).toMatchObject({ result: "later" });
		expect(await transport.isOpen()).toBe(false);
	});

	test("a password is not sent to a distant server that offers no encryption", async () => {
		const received: string[] = [];
		const server = createServer((socket) => {
			socket.on("error", () => {});
			socket.write("220 mx ESMTP\r\n");
			socket.on("data", (chunk) => {
				received.push(String(chunk));
				socket.write(String(chunk).startsWith("EHLO") ? "250-mx\r\n250 AUTH PLAIN\r\n" : "502 no\r\n");
			});
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		ending.push(() => void server.close());
		const address = server.address();
		const port = typeof address === "object" ? address?.port : 0;
		// By this name it is the same machine, but not one that the rule knows as such.
		const transport = smtpTransport(`smtp://user:secret@0.0.0.0:${port}`, FROM);
		expect(await transport.send("id", email)).toMatchObject({ result: "later" });
		expect(received.join("")).toMatch(/^EHLO/);
		expect(received.join("")).not.toMatch(/AUTH/);
	});
});

describe("files", () => {
	test("an e-mail becomes a file that only we can read, and one line with the link", async () => {
		const folder = mkdtempSync(join(tmpdir(), "sobesednik-mail-"));
		ending.push(() => rmSync(folder, { recursive: true }));
		const logged: string[] = [];
		const outbox = join(folder, "outbox");
		const transport = emlTransport(outbox, FROM, (line) => logged.push(line));
		expect(await transport.send("0123456789", email)).toEqual({ result: "sent" });
		expect(await transport.isOpen()).toBe(true);
		const [name = ""] = readdirSync(outbox);
		expect(name).toMatch(/^\d{8}T\d{6}Z-greeting-01234567\.eml$/);
		expect((statSync(join(outbox, name)).mode & 0o777).toString(8)).toBe("600");
		expect((statSync(outbox).mode & 0o777).toString(8)).toBe("700");
		expect(readFileSync(join(outbox, name), "utf8")).toMatch(/^To: anna@example\.ru\r$/m);
		expect(logged).toHaveLength(1);
		expect(logged[0]).toContain("https://chat.example.ru/x");
	});
});
