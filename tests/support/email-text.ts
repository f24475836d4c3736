import { vi } from "vitest";
import type { ReceivedMail, SmtpServer } from "./fakes/mailer.ts";

/** The latest e-mail to an address, once there is one: a response waits five seconds for its e-mail, and no longer. */
export const emailTo = (smtp: Pick<SmtpServer, "received">, address: string): Promise<ReceivedMail> =>
	vi.waitFor(() => {
		const mail = smtp.received.findLast(({ to }) => to.includes(address));
		if (!mail) throw new Error(`no e-mail to ${address}`);
		return mail;
	});

/** The parts of an e-mail as its reader gets them, out of what came over the wire. */
export function partsOf({ data }: ReceivedMail): { text: string; html: string } {
	const part = (type: string) => {
		const [head = "", ...rest] = (
			data
				.split(/\r\n--[^\r\n]+\r\n/)
				.find((each) => new RegExp(`^Content-Type: ${type}`, "im").test(each.split("\r\n\r\n")[0] ?? "")) ??
			""
		).split("\r\n\r\n");
		return decoded(rest.join("\r\n\r\n"), /^Content-Transfer-Encoding: ([\w-]+)/im.exec(head)?.[1] ?? "7bit");
	};
	return { text: part("text/plain"), html: part("text/html") };
}

function decoded(body: string, encoding: string): string {
	if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
	if (encoding !== "quoted-printable") return body;
	const bytes = body
		.replace(/=\r\n/g, "")
		.replace(/=([0-9A-F]{2})/g, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The token of the e-mail's link. */
export function tokenIn(mail: ReceivedMail | undefined): string {
	const token = mail && /\?token=([\w-]{43})/.exec(partsOf(mail).text)?.[1];
	if (!token) throw new Error("no link with a token in the e-mail");
	return token;
}
