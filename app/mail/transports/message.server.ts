import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import type { AddressedEmail } from "../email.ts";

/** The letter as nodemailer takes it. The address is given as an address and never parsed out of a text. */
export function messageOf(id: string, letter: AddressedEmail, from: string): SendMailOptions {
	const { to, subject, text, html } = letter;
	return {
		from,
		to: { name: "", address: to },
		subject,
		text,
		html,
		messageId: `<${id}@${domainOf(from)}>`,
		// Out-of-office robots do not answer to these.
		headers: { "Auto-Submitted": "auto-generated", "Content-Language": "ru" },
	};
}

/** Of the address and not of the name before it; a domain in our letters goes in ASCII, also into headers. */
function domainOf(from: string): string {
	const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "";
	return domainToASCII(domain) || "localhost";
}
