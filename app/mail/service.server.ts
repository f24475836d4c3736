import { join } from "node:path";
import { config, sessionSecret } from "../platform/config.server.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { type Mailer, openMailer } from "./mailer.server.ts";
import { whyUnanswered } from "./no-reply.server.ts";
import { finishSending } from "./outbox.server.ts";
import { sealKey } from "./seal.server.ts";
import { emlTransport } from "./transports/eml.server.ts";
import { smtpTransport } from "./transports/smtp.server.ts";

/** The mailer of this process. */
export const mailer = service<Mailer>("mailer");

/** Opens the mailer. Prints without the log, which would redact the link. @returns waits for the attempts under way */
export function startMailer(): () => Promise<void> {
	const { smtpUrl, from } = config.mail;
	const unanswered = whyUnanswered(config.mail);
	if (unanswered) log.warn(unanswered);
	const opened = openMailer({
		transport: smtpUrl
			? smtpTransport(smtpUrl, from)
			: emlTransport(join(config.dataDir, "outbox"), from, (line) => console.log(line)),
		sealKey: sealKey(sessionSecret(config)),
		log,
	});
	mailer.provide(opened);
	return async () => {
		await finishSending(opened);
		mailer.withdraw();
	};
}
