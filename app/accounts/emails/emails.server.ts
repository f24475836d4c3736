import type { Email } from "../../mail/email.ts";
import type { AccountSettings } from "../settings.server.ts";
import { t, type Whom, write } from "./write-email.server.ts";

/** Asks to confirm the address, with the link and, unless the guesses are used up, the six-digit code. */
export function confirmationEmail(
	settings: AccountSettings,
	to: Whom,
	token: string,
	code: string | null,
): Email {
	const link = `${settings.appUrl}/verify-mail?token=${token}`;
	return write(settings, to, "confirm-email", {
		subject: t("confirmEmail.subject", settings),
		blocks: [
			t("confirmEmail.text"),
			...(code ? [{ label: t("code"), code }, t("confirmEmail.codeHelp")] : []),
			code ? t("confirmEmail.expiry") : t("confirmEmail.expiryOfLink"),
		],
		button: { label: t("confirmEmail.button"), link },
		notYou: t("confirmEmail.notYou"),
	});
}

/** The kind of the e-mail of an invitation. */
export const INVITATION = "invitation";

/** An invitation by the operator: the link leads to a form with the password and the legal documents. */
export function invitationEmail(
	settings: AccountSettings,
	to: Whom,
	token: string,
	{ days, gift }: { days: number; gift: string | null },
): Email {
	return write(settings, to, INVITATION, {
		subject: t("invitation.subject", settings),
		blocks: [
			t("invitation.text", settings),
			...(gift === null ? [] : [t("invitation.gift", { gift })]),
			t("invitation.expiry", { count: days }),
		],
		button: { label: t("invitation.button"), link: `${settings.appUrl}/verify-mail?token=${token}` },
		notYou: t("invitation.notYou"),
	});
}

/** The link with which a forgotten password is replaced. */
export function resetPasswordEmail(settings: AccountSettings, to: Whom, token: string): Email {
	return write(settings, to, "reset-password", {
		subject: t("resetPassword.subject", settings),
		blocks: [t("resetPassword.text"), t("resetPassword.expiry")],
		button: { label: t("resetPassword.button"), link: `${settings.appUrl}/change-password?token=${token}` },
		notYou: t("resetPassword.notYou"),
	});
}

/** Tells the owner of an account that the address was used in another registration. */
export function addressTakenEmail(settings: AccountSettings, to: Whom): Email {
	const resetUrl = `${settings.appUrl}/reset-password`;
	return write(settings, to, "address-taken", {
		subject: t("addressTaken.subject", settings),
		blocks: [t("addressTaken.text"), t("addressTaken.forgotten", { resetUrl })],
		button: { label: t("addressTaken.button"), link: `${settings.appUrl}/login` },
		notYou: t("addressTaken.notYou"),
	});
}

/** A six-digit code in place of a password that the account does not have. */
export function ownerCodeEmail(settings: AccountSettings, to: Whom, code: string): Email {
	return write(settings, to, "owner-code", {
		subject: t("ownerCode.subject", settings),
		blocks: [t("ownerCode.text"), { label: t("code"), code }, t("ownerCode.expiry")],
		button: { label: t("ownerCode.button"), link: `${settings.appUrl}/account` },
		notYou: t("ownerCode.notYou"),
	});
}

/**
 * The link that makes this address the account's e-mail. Until it does the address is no account's, so nothing would
 * delete one that the outbox kept.
 */
export function addressChangeEmail(settings: AccountSettings, to: Whom, token: string): Email {
	const message = write(settings, to, "change-email", {
		subject: t("changeEmail.subject", settings),
		blocks: [t("changeEmail.text"), t("changeEmail.expiry")],
		button: { label: t("changeEmail.button"), link: `${settings.appUrl}/verify-mail?token=${token}` },
		notYou: t("changeEmail.notYou"),
	});
	return { ...message, keepsNoAddress: true };
}

/** Tells the owner of an account that another person requested the address for theirs. */
export function addressWantedEmail(settings: AccountSettings, to: Whom): Email {
	return write(settings, to, "email-wanted", {
		subject: t("emailWanted.subject", settings),
		blocks: [t("emailWanted.text")],
		button: { label: t("emailWanted.button"), link: `${settings.appUrl}/login` },
		notYou: t("emailWanted.notYou"),
	});
}

/** The last e-mail: the account is deleted. Its address is stored nowhere afterwards. */
export function accountDeletedEmail(settings: AccountSettings, to: Whom): Email {
	const message = write(settings, to, "account-deleted", {
		subject: t("accountDeleted.subject", settings),
		blocks: [t("accountDeleted.text"), t("accountDeleted.registerAgain")],
		button: { label: t("accountDeleted.button"), link: settings.appUrl },
		notYou: t("accountDeleted.notYou"),
	});
	return { ...message, keepsNoAddress: true };
}
