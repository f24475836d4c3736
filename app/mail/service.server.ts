import { join } from "node:path";
import { config, sessionSecret } from "../platform/config.server.ts";
import { log } from "../platform/log.server.ts";
import { openMailer } from "./mailer.server.ts";
import { sealKey } from "./seal.server.ts";
import { emlTransport } from "./transports/eml.server.ts";
import { smtpTransport } from "./transports/smtp.server.ts";

const { smtpUrl, from } = config.mail;

/** The mailer of this process. Prints without the log, which would redact the link. */
export const mailer = openMailer({
	transport: smtpUrl
		? smtpTransport(smtpUrl, from)
		: emlTransport(join(config.dataDir, "outbox"), from, (line) => console.log(line)),
	sealKey: sealKey(sessionSecret(config)),
	log,
});
