import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Transport } from "../transport.ts";
import { messageOf } from "./message.server.ts";

/**
 * For a trial without a mail server: each e-mail becomes a file that any mail program opens, and its link is printed
 * in one line.
 */
export function emlTransport(folder: string, from: string, say: (line: string) => void): Transport {
	const mailer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
	return {
		async send(id, letter) {
			const { message } = await mailer.sendMail(messageOf(id, letter, from));
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const written = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
			const file = join(folder, `${written}-${letter.kind}-${id.slice(0, 8)}.eml`);
			await writeFile(file, message, { mode: 0o600 });
			say(`Письмо для ${letter.to}. ${letter.subject}${letter.link ? `: ${letter.link}` : ""} (${file})`);
			return { result: "sent" };
		},
		isOpen: async () => true,
	};
}
