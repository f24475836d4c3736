import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import type { AddressedEmail } from "../email.ts";

/** An e-mail as a nodemailer message. The address is passed as an address and never parsed out of a text. */
export function messageOf(id: string, email: AddressedEmail, from: string): SendMailOptions {
	const { to, subject, text, html } = email;
	return {
		from,
		to: { name: "", address: to },
		subject,
		text,
		html,
		messageId: `<${id}@${domainOf(from)}>`,
		// Stops automatic out-of-office replies.
		headers: { "Auto-Submitted": "auto-generated", "Content-Language": "ru" },
	};
}

/** The domain of the address and not of the display name; domains are ASCII in e-mails, also in headers. */
function domainOf(from: string): string {
	const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "";
	return domainToASCII(domain) || "localhost";
}
