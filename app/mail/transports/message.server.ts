import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import type { AddressedEmail } from "../email.ts";
import { LOGO_ID, LOGO_PNG } from "../logo-image.server.ts";

/** An e-mail as a nodemailer message. The address is passed as an address and never parsed out of a text. */
export function messageOf(id: string, email: AddressedEmail, from: string): SendMailOptions {
	const { to, subject, text, html, bulk } = email;
	return {
		from,
		to: { name: "", address: to },
		subject,
		text,
		html,
		// Inside the message: mail programs block remote pictures, and a remote one would tell who reads when.
		attachments: html.includes(`cid:${LOGO_ID}`)
			? [{ filename: "logo.png", cid: LOGO_ID, content: LOGO_PNG, contentDisposition: "inline" }]
			: [],
		messageId: `<${id}@${domainOf(from)}>`,
		// Stops automatic out-of-office replies.
		headers: {
			"Auto-Submitted": "auto-generated",
			"Content-Language": "ru",
			...(bulk && unsubscribeHeaders(bulk.unsubscribe)),
		},
	};
}

/** RFC 2369 and RFC 8058: the mail program has a button of its own, which sends a POST to the address. */
const unsubscribeHeaders = (address: string) => ({
	Precedence: "bulk",
	"List-Unsubscribe": `<${address}>`,
	"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** The domain of the address and not of the display name; domains are ASCII in e-mails, also in headers. */
function domainOf(from: string): string {
	const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "";
	return domainToASCII(domain) || "localhost";
}
