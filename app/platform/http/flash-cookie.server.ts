import { createCookie } from "react-router";
import * as v from "valibot";
import { config } from "../config.server.ts";

/**
 * The outcome of an action, for the screen that it leads to. It travels in a short-lived flash cookie and not in the
 * address: addresses stay those of the specification, a stranger's link cannot put words on these screens, and neither
 * e-mail addresses nor the links of a trial's e-mails get into browser histories. Opened directly, without the cookie,
 * the screen shows its neutral text.
 */
const outcome = v.object({
	/** Path of the screen this is for. */
	screen: v.string(),
	cause: v.string(),
	/** When it happened, in milliseconds. */
	at: v.number(),
	/** The recipient of the e-mail, to send it again. */
	email: v.optional(v.string()),
	/** In trial mode: the e-mail's link and code, since no e-mail is sent (docs/contract.md). */
	trialLink: v.optional(v.pipe(v.string(), v.startsWith(`${config.appUrl}/`))),
	trialCode: v.optional(v.pipe(v.string(), v.digits())),
});
export type Flash = v.InferOutput<typeof outcome>;

/** Only where no e-mail is sent: in trial mode without a mail server. */
const SHOW_EMAILS = config.trial && !config.mail.smtpUrl;

const secure = config.appUrl.startsWith("https:");
const cookie = createCookie(secure ? "__Host-f" : "f", {
	path: "/",
	httpOnly: true,
	sameSite: "lax",
	secure,
	maxAge: 15 * 60,
});

/** The `Set-Cookie` value that tells `screen` what happened. */
export function setFlash(
	screen: string,
	cause: string,
	more: Pick<Flash, "email" | "trialLink" | "trialCode"> = {},
	now: number = Date.now(),
): Promise<string> {
	const shown = SHOW_EMAILS ? more : { email: more.email };
	return cookie.serialize({ ...shown, screen, cause, at: now } satisfies Flash);
}

/** The `Set-Cookie` value after which the outcome screens are neutral again. */
export const clearFlash = (): Promise<string> => cookie.serialize("", { maxAge: 0 });

/** The outcome that led this browser to `screen`, or null where it was opened directly. */
export async function readFlash(request: Request, screen: string): Promise<Flash | null> {
	const read = v.safeParse(outcome, await parsed(request));
	if (!read.success || read.output.screen !== screen) return null;
	if (SHOW_EMAILS) return read.output;
	return { ...read.output, trialLink: undefined, trialCode: undefined };
}

/** A forged or foreign cookie may hold anything, also what does not decode. */
async function parsed(request: Request): Promise<unknown> {
	try {
		return await cookie.parse(request.headers.get("Cookie"));
	} catch {
		return null;
	}
}

const RESEND_AFTER_MS = 60_000;

/** Seconds until the button that resends the e-mail is enabled. The throttle itself is in the domain. */
export function secondsUntilResend(happened: Flash | null, now: number = Date.now()): number {
	if (!happened) return 0;
	return Math.ceil(Math.min(RESEND_AFTER_MS, Math.max(0, happened.at + RESEND_AFTER_MS - now)) / 1000);
}
