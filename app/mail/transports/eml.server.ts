import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transport } from "../transport.ts";
import { messageOf } from "./message.server.ts";

/**
 * For a trial without a mail server: each e-mail becomes a file that any mail program opens, and its link is printed
 * in one line.
 */
export function emlTransport(folder: string, from: string, print: (line: string) => void): Transport {
	return {
		async send(id, email) {
			// Rarely needed: it is loaded with the first e-mail.
			const { createTransport } = await import("nodemailer");
			const mailer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
			const { message } = await mailer.sendMail(messageOf(id, email, from));
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const written = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
			const file = join(folder, `${written}-${email.kind}-${id.slice(0, 8)}.eml`);
			await writeFile(file, message, { mode: 0o600 });
			print(`Письмо для ${email.to}. ${email.subject}${email.link ? `: ${email.link}` : ""} (${file})`);
			return { result: "sent" };
		},
		isOpen: async () => true,
	};
}
