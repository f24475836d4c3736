import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { AddressedEmail } from "../../../app/mail/email.ts";
import { type Mailer, openMailer } from "../../../app/mail/mailer.server.ts";
import { sealKey } from "../../../app/mail/seal.server.ts";
import type { Attempt, Transport } from "../../../app/mail/transport.ts";
import { stall } from "../stall.ts";

/** A mailer that keeps what it is given. `outcomes` are used up one by one; without them everything is sent. */
export type MemoryMailer = Mailer & {
	emails: AddressedEmail[];
	outcomes: (Attempt | Error | Promise<Attempt>)[];
	logged: string[];
	isReachable: boolean;
};

export function memoryMailer(): MemoryMailer {
	const logged: string[] = [];
	const record = (message: string, fields?: unknown) =>
		void logged.push(`${message} ${JSON.stringify(fields)}`);
	const transport: Transport = {
		async send(_id, email) {
			const answer = await mailer.outcomes.shift();
			if (answer instanceof Error) throw answer;
			if (!answer || answer.result === "sent") mailer.emails.push(email);
			return answer ?? { result: "sent" };
		},
		isOpen: async () => mailer.isReachable,
	};
	const mailer: MemoryMailer = {
		...openMailer({
			transport,
			sealKey: sealKey("a secret of the tests, long enough"),
			log: { warn: record, error: record },
			// What is sent at once takes seconds on a busy machine; a test of what is late says how soon.
			waitMs: 60_000,
		}),
		emails: [],
		outcomes: [],
		logged,
		isReachable: true,
	};
	return mailer;
}

export type ReceivedMail = { from: string; to: string[]; data: string };
export type SmtpServer = { url: string; received: ReceivedMail[]; close: () => Promise<void> };

/** A real mail server on a free port. `refuse` answers a recipient with an SMTP code and a text. */
export async function startSmtpServer(
	options: {
		refuse?: (address: string) => { code: number; text: string } | undefined;
		/** How long it thinks about each e-mail before it takes it. */
		delayMs?: number | (() => number);
		/** How long this process, with whoever sends in it, stands still once it has taken one. */
		stallMs?: number;
		server?: SMTPServerOptions;
	} = {},
): Promise<SmtpServer> {
	const received: ReceivedMail[] = [];
	const server = new SMTPServer({
		disabledCommands: ["AUTH", "STARTTLS"],
		...options.server,
		onRcptTo({ address }, _session, done) {
			const refused = options.refuse?.(address);
			done(refused ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : undefined);
		},
		onData(stream, { envelope }, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				received.push({
					from: envelope.mailFrom ? envelope.mailFrom.address : "",
					to: envelope.rcptTo.map(({ address }) => address),
					data: Buffer.concat(chunks).toString("utf8"),
				});
				const { delayMs = 0, stallMs } = options;
				if (stallMs === undefined)
					return void setTimeout(done, typeof delayMs === "function" ? delayMs() : delayMs);
				done();
				stall(stallMs);
			});
		},
	});
	// A client that hangs up in the middle is not this server's problem.
	server.on("error", () => {});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.server.address() as AddressInfo;
	return {
		url: `smtp://127.0.0.1:${port}`,
		received,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
