import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deliverNow, post } from "../../app/mail/outbox.server.ts";
import { smtpTransport } from "../../app/mail/transports/smtp.server.ts";
import { eachDatabase } from "../support/database/databases.ts";
import { memoryMailer, type SmtpServer, startSmtpServer } from "../support/fakes/mailer.ts";
import { deliverDue } from "./deliver-due.ts";

const pem = (name: string) =>
	readFileSync(new URL(`../support/certificate/${name}.pem`, import.meta.url), "utf8");
const OURS = { key: pem("key"), cert: pem("certificate") };

const FROM = "Собеседник <no-reply@chat.example.ru>";
const NOW = 1_763_700_000_000;
const MINUTE = 60_000;
/** A mail server that is up may answer so late on a busy machine. */
const PROBE_MS = MINUTE;
const email = {
	to: "anna@example.ru",
	kind: "greeting",
	subject: "Привет",
	text: "Здравствуйте!",
	html: "<p>Здравствуйте!</p>",
};

let ending: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
	for (const end of ending.splice(0)) await end();
	ending = [];
});

type Seen = { secure: boolean; user: string | undefined };

/** A mail server that can encrypt. By the name of its certificate, unless asked for by another. */
async function tlsServer(
	options: SMTPServerOptions = {},
	host = "localhost",
): Promise<SmtpServer & { seen: Seen[] }> {
	const seen: Seen[] = [];
	const server = await startSmtpServer({
		server: {
			disabledCommands: ["AUTH"],
			...OURS,
			...options,
			onMailFrom(_address, session, done) {
				seen.push({ secure: session.secure, user: session.user || undefined });
				done();
			},
		},
	});
	ending.push(server.close);
	const { port } = new URL(server.url);
	return { ...server, seen, url: `${options.secure ? "smtps" : "smtp"}://${host}:${port}` };
}

/** Lets in `robot` with the password `secret`. */
const auth: SMTPServerOptions = {
	disabledCommands: [],
	onAuth({ username, password }, _session, done) {
		if (username === "robot" && password === "secret") done(null, { user: username });
		else done(Object.assign(new Error("wrong"), { responseCode: 535 }));
	},
};

const withLogin = (url: string, login: string) => url.replace("//", `//${login}@`);

describe("encrypted SMTP", () => {
	const before = getCACertificates("default");
	beforeAll(() => setDefaultCACertificates([...before, OURS.cert]));
	afterAll(() => setDefaultCACertificates(before));

	test("a server that offers encryption gets the e-mail encrypted, with or without a login", async () => {
		const open = await tlsServer();
		expect(await smtpTransport(open.url, FROM).send("id", email)).toEqual({ result: "sent" });
		expect(open.seen).toEqual([{ secure: true, user: undefined }]);

		const closed = await tlsServer(auth);
		const transport = smtpTransport(withLogin(closed.url, "robot:secret"), FROM, { probeMs: PROBE_MS });
		expect(await transport.isOpen()).toBe(true);
		expect(await transport.send("id", email)).toEqual({ result: "sent" });
		expect(closed.seen).toEqual([{ secure: true, user: "robot" }]);
		expect(closed.received[0]?.to).toEqual(["anna@example.ru"]);
	});

	test("smtps:// is encrypted from the start", async () => {
		const server = await tlsServer({ secure: true, ...auth });
		const transport = smtpTransport(withLogin(server.url, "robot:secret"), FROM, { probeMs: PROBE_MS });
		expect(await transport.isOpen()).toBe(true);
		expect(await transport.send("id", email)).toEqual({ result: "sent" });
		expect(server.seen).toEqual([{ secure: true, user: "robot" }]);
	});

	test("a wrong password waits for the operator: later, not refused, and the mail server counts as down", async () => {
		const server = await tlsServer(auth);
		const transport = smtpTransport(withLogin(server.url, "robot:wrong"), FROM);
		expect(await transport.send("id", email)).toMatchObject({ result: "later" });
		expect(await transport.isOpen()).toBe(false);
		expect(server.seen).toEqual([]);
	});

	test.each([false, true])(
		"a certificate for another name is refused, and the e-mail waits (smtps: %s)",
		async (secure) => {
			const server = await tlsServer({ secure }, "127.0.0.1");
			const transport = smtpTransport(server.url, FROM);
			expect(await transport.send("id", email)).toMatchObject({ result: "later" });
			expect(await transport.isOpen()).toBe(false);
			expect(server.seen).toEqual([]);
		},
	);
});

describe("a certificate that nobody vouches for", () => {
	test.each([false, true])("is refused, and nothing is sent in clear instead (smtps: %s)", async (secure) => {
		const server = await tlsServer({ secure, ...auth });
		const transport = smtpTransport(withLogin(server.url, "robot:secret"), FROM);
		const attempt = await transport.send("id", email);
		expect(attempt).toMatchObject({ result: "later" });
		expect(JSON.stringify(attempt)).not.toMatch(/secret|anna/);
		expect(await transport.isOpen()).toBe(false);
		expect(server.seen).toEqual([]);
	});
});

/** A server that hangs up at a line that begins so. */
async function hangsUpAt(word: string): Promise<string> {
	const server: Server = createServer((socket: Socket) => {
		socket.on("error", () => {});
		socket.write("220 mx ESMTP\r\n");
		socket.on("data", (chunk) => {
			const logged = String(chunk);
			if (logged.includes(word)) socket.resetAndDestroy();
			else if (logged.startsWith("DATA")) socket.write("354 go on\r\n");
			else socket.write("250 ok\r\n");
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	ending.push(() => new Promise((resolve) => server.close(resolve)));
	const address = server.address();
	return `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

describe("a server that breaks off", () => {
	test.each(["MAIL FROM", "RCPT TO", "DATA", "Message-ID"])(
		"at %s says nothing about the mailbox",
		async (word) => {
			const transport = smtpTransport(await hangsUpAt(word), FROM);
			expect(await transport.send("id", email)).toMatchObject({ result: "later" });
		},
	);
});

describe("the outbox with a real server", () => {
	eachDatabase((openTestDb) => {
		test("greylisting: later, and the next round sends the e-mail, once", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			let grey = true;
			const server = await startSmtpServer({
				refuse: () => (grey ? { code: 451, text: "4.7.1 Greylisted, come again" } : undefined),
			});
			ending.push(server.close);
			mailer.transport = smtpTransport(server.url, FROM);
			const id = await post(db, mailer, email, NOW);
			expect(await deliverNow(db, mailer, id, {}, () => NOW)).toBe("late");
			expect(await deliverDue(db, mailer, () => NOW + MINUTE - 1)).toMatchObject({ sent: 0, late: 0 });
			grey = false;
			expect(await deliverDue(db, mailer, () => NOW + MINUTE)).toMatchObject({ sent: 1 });
			expect(await deliverDue(db, mailer, () => NOW + 10 * MINUTE)).toMatchObject({ sent: 0 });
			expect(server.received).toHaveLength(1);
			expect(server.received[0]?.data).toContain(`Message-ID: <${id}@chat.example.ru>`);
		});

		test("a connection lost in the middle of the e-mail: the next round sends it under the same id", async () => {
			const [db, mailer] = [await openTestDb(), memoryMailer()];
			mailer.transport = smtpTransport(await hangsUpAt("Message-ID"), FROM);
			const id = await post(db, mailer, email, NOW);
			expect(await deliverNow(db, mailer, id, {}, () => NOW)).toBe("late");
			const server = await startSmtpServer();
			ending.push(server.close);
			mailer.transport = smtpTransport(server.url, FROM);
			expect(await deliverDue(db, mailer, () => NOW + MINUTE)).toMatchObject({ sent: 1 });
			expect(server.received[0]?.data).toContain(`Message-ID: <${id}@chat.example.ru>`);
		});
	});
});
