import { join } from "node:path";
import { config, sessionSecret } from "../platform/config.server.ts";
import { log } from "../platform/log.server.ts";
import { openMailer } from "./mailer.server.ts";
import { sealKey } from "./seal.server.ts";
import { emlTransport } from "./transports/eml.server.ts";
import { smtpTransport } from "./transports/smtp.server.ts";

const { smtpUrl, from } = config.mail;

/** The post office of this process. Not through the log: it would blot out the link that the line is for. */
export const mailer = openMailer({
	transport: smtpUrl
		? smtpTransport(smtpUrl, from)
		: emlTransport(join(config.dataDir, "outbox"), from, (line) => console.log(line)),
	sealKey: sealKey(sessionSecret(config)),
	log,
});
