import type { Role } from "../../platform/http/context.server.ts";
import { maskedEmail, parseEmail } from "../email.server.ts";
import { mayDo } from "./rights.ts";

/** An e-mail address as a role sees it on the staff's screens. */
export const emailFor = (role: Role, email: string): string =>
	mayDo(role, "emails") ? email : maskedEmail(email);

/** The name of a person on these screens, else the e-mail. @returns null: the account is deleted */
export const nameFor = (
	role: Role,
	{ name, email }: { name: string | null; email: string | null },
): string | null => (email === null ? null : (name ?? emailFor(role, email)));

/** After everything that an e-mail or a name can go on with, in the order of bytes. */
export const LAST = "\u{10ffff}";

/** The beginning that a mask leaves of the part before «@». */
const SHOWN = /^[^@]{1,2}$/;

/**
 * The e-mails that typed words find, in the order of bytes: from the first, before the second. A role that sees e-mails
 * masked finds a whole one, or by as much as the mask shows: a longer beginning would tell a masked address letter by
 * letter.
 * @returns null: none
 */
export function emailsFrom(typed: string, role: Role): { from: string; before: string } | null {
	const whole = parseEmail(typed);
	if (mayDo(role, "emails")) {
		const from = whole ?? typed.toLowerCase();
		return { from, before: from + LAST };
	}
	// No e-mail has a space.
	if (whole) return { from: whole, before: `${whole} ` };
	const from = typed.toLowerCase();
	return SHOWN.test(from) ? { from, before: from + LAST } : null;
}
