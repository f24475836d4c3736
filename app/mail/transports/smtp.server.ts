import { startTimeout, timeoutSignal } from "../../platform/concurrency/timeout.server.ts";
import { isLoopback } from "../../platform/config.server.ts";
import type { Attempt, Transport } from "../transport.ts";
import { messageOf } from "./message.server.ts";

/**
 * For one e-mail, from the connection to the last response. Shorter than the outbox's lease. Nothing else may end the
 * wait for that response: the server has the e-mail by then, and it would be sent once more.
 */
const WHOLE_EMAIL_MS = 60_000;
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000 };
/** A probe has nothing to lose. */
const PROBE_SILENCE_MS = 20_000;
const PROBE_MS = 5_000;
const PROBE_FRESH_MS = 15_000;

/**
 * Sends by SMTP: `smtp://` (encrypted when the server offers it) or `smtps://` (encrypted from the start).
 * @param limits.limitMs for one e-mail
 * @param limits.probeMs a mail server that has not answered after so long counts as down
 */
export function smtpTransport(
	smtpUrl: string,
	from: string,
	{ limitMs = WHOLE_EMAIL_MS, probeMs = PROBE_MS } = {},
): Transport {
	let opened: ReturnType<typeof openMailers> | undefined;
	const mailers = () => {
		opened ??= openMailers(smtpUrl);
		return opened;
	};
	let probe: { at: number; answer: Promise<boolean> } | undefined;

	return {
		async send(id, email) {
			try {
				const { sender } = await mailers();
				// After a stall another server may have the e-mail: the rest of it is not sent any more.
				const signal = timeoutSignal(limitMs, { onceMore: false });
				await sender.sendMail({ ...messageOf(id, email, from), signal });
				return { result: "sent" };
			} catch (error) {
				return judge(error as SmtpError);
			}
		},
		// Called before every password recovery, for known and unknown addresses alike; so the result is cached for a
		// moment.
		isOpen() {
			if (!probe || performance.now() - probe.at > PROBE_FRESH_MS) {
				probe = {
					at: performance.now(),
					answer: Promise.race([
						mailers()
							.then(({ prober }) => prober.verify())
							.then(...YES_OR_NO),
						inTime(probeMs),
					]),
				};
			}
			return probe.answer;
		},
	};
}

/** The library is rarely needed: it is loaded with the first e-mail. */
async function openMailers(smtpUrl: string) {
	const { createTransport } = await import("nodemailer");
	const settings = {
		url: smtpUrl,
		...TIMEOUTS,
		requireTLS: mustEncrypt(smtpUrl),
		disableFileAccess: true,
		disableUrlAccess: true,
	};
	return {
		// Where nothing is said, its socket may be silent for ten minutes.
		sender: createTransport(settings),
		prober: createTransport({ ...settings, socketTimeout: PROBE_SILENCE_MS }),
	};
}

const YES_OR_NO = [() => true, () => false] as const;
const inTime = (ms: number) =>
	new Promise<false>((resolve) => {
		startTimeout(ms, () => resolve(false), { keepsAlive: false });
	});

/** A password must not be sent in plain text because an attacker on the way removed the server's STARTTLS. */
function mustEncrypt(smtpUrl: string): boolean {
	const url = new URL(smtpUrl);
	return (
		url.protocol === "smtp:" &&
		url.username !== "" &&
		!isLoopback(url.hostname) &&
		!url.searchParams.has("ignoreTLS")
	);
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * A 5xx about the recipient or the e-mail is permanent. A 5xx about the sender (authentication, the sender's address)
 * is for the operator to fix and says nothing about the mailbox.
 */
function judge({ code, command, responseCode, response, name }: SmtpError): Attempt {
	const problem = [code ?? name, command, responseCode].filter(Boolean).join(" ");
	const aboutTheMailbox = code === "EENVELOPE" && command !== "MAIL FROM" && !isAboutSender(response ?? "");
	const aboutTheEmail = code === "EMESSAGE" || aboutTheMailbox;
	const forGood = responseCode !== undefined && responseCode >= 500 && responseCode < 600;
	return { result: aboutTheEmail && forGood ? "refused" : "later", problem };
}

/**
 * Whether a recipient is refused for the sender's sake. Postfix says only there what it has against the client, its login
 * or the sender's address. By the status of RFC 3463: policy (X.7), the sender's address (X.1.7, X.1.8); by the words
 * where there is none.
 */
function isAboutSender(response: string): boolean {
	const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
	if (status !== undefined) return /^5\.(7\.\d+|1\.[78])$/.test(status);
	return /relay|sender|authenticat|client host/i.test(response);
}
