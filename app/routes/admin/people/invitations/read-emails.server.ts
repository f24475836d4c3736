import { type EmailAddress, parseEmail } from "../../../../accounts/email.server.ts";

/** So many words are looked at; a person who pastes a whole document is told that they are too many. */
const MOST_READ = 1_000;

/**
 * The e-mails that were typed one below the other, or between commas, semicolons or spaces; each once.
 * @returns `wrong`: what is none, as it was typed; `tooMany`: more than were read
 */
export function readEmails(typed: string): { emails: EmailAddress[]; wrong: string[]; tooMany: boolean } {
	const words = typed.split(/[\s,;]+/, MOST_READ + 1).filter((word) => word !== "");
	const emails = new Set<EmailAddress>();
	const wrong = new Set<string>();
	for (const word of words) {
		const email = parseEmail(word);
		if (email) emails.add(email);
		else wrong.add(word);
	}
	return { emails: [...emails], wrong: [...wrong], tooMany: words.length > MOST_READ };
}
