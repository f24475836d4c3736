import type { Email } from "../../mail/email.ts";
import type { EmailBlock } from "../../mail/email-parts.ts";
import { momentOf } from "../../platform/dates/moment-of.server.ts";
import { OPERATOR } from "../audit/account-events.server.ts";
import { type Client, maskedNetwork, wideNetworkOf } from "../http/request-client.server.ts";
import { deviceName } from "../sessions/device.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { t, type Whom, write } from "./write-email.server.ts";

/** The client that changed a sign-in method of an account, and the time. */
export type AccountChange = { client: Client; at: number };

/** Tells the owner that the password was changed. */
export function passwordChangedEmail(settings: AccountSettings, to: Whom, change: AccountChange): Email {
	return write(settings, to, "password-changed", {
		subject: t("passwordChanged.subject", settings),
		blocks: [t("passwordChanged.text"), whenAndWhere(settings, change)],
		button: { label: t("passwordChanged.button"), link: `${settings.appUrl}/reset-password` },
		notYou: t("passwordChanged.notYou"),
	});
}

/** Tells the present address that a change to another one was requested. */
export function addressChangeRequestedEmail(
	settings: AccountSettings,
	to: Whom,
	email: string,
	change: AccountChange,
): Email {
	return write(settings, to, "email-change-asked", {
		subject: t("emailChangeAsked.subject", settings),
		blocks: [t("emailChangeAsked.text", { email }), whenAndWhere(settings, change)],
		button: toAccount(settings),
		notYou: t("emailChangeAsked.notYou"),
	});
}

/** Tells the old address that it no longer belongs to the account, which keeps it nowhere any more. */
export function addressChangedEmail(
	settings: AccountSettings,
	to: Whom,
	email: string,
	change: AccountChange,
): Email {
	const message = write(settings, to, "email-changed", {
		subject: t("emailChanged.subject", settings),
		blocks: [t("emailChanged.text", { email }), whenAndWhere(settings, change)],
		button: { label: t("emailChanged.button"), link: `${settings.appUrl}/login` },
		notYou: t("emailChanged.notYou"),
	});
	return { ...message, keepsNoAddress: true };
}

/** Tells the owner that signing in now requires a code. */
export function secondFactorOnEmail(settings: AccountSettings, to: Whom, change: AccountChange): Email {
	return write(settings, to, "second-factor-on", {
		subject: t("secondFactorOn.subject", settings),
		blocks: [t("secondFactorOn.text"), t("secondFactorOn.codes"), whenAndWhere(settings, change)],
		button: toAccount(settings),
		notYou: t("secondFactorOn.notYou"),
	});
}

/** Tells the owner that signing in no longer requires a code. */
export function secondFactorOffEmail(settings: AccountSettings, to: Whom, change: AccountChange): Email {
	return write(settings, to, "second-factor-off", {
		subject: t("secondFactorOff.subject", settings),
		blocks: [t("secondFactorOff.text"), whenAndWhere(settings, change)],
		button: toAccount(settings),
		notYou: change.client === OPERATOR ? t("change.notAsked") : t("secondFactorOff.notYou"),
	});
}

/** Tells the owner that a recovery code was used to sign in, and how many are left. */
export function recoveryCodeUsedEmail(
	settings: AccountSettings,
	to: Whom,
	left: number,
	change: AccountChange,
): Email {
	return write(settings, to, "recovery-code-used", {
		subject: t("recoveryCodeUsed.subject", settings),
		blocks: [
			t("recoveryCodeUsed.text"),
			left > 0 ? t("recoveryCodeUsed.left", { count: left }) : t("recoveryCodeUsed.none"),
			whenAndWhere(settings, change),
		],
		button: toAccount(settings),
		notYou: t("recoveryCodeUsed.notYou"),
	});
}

/** Tells the owner that the previous recovery codes are invalid. */
export function recoveryCodesRenewedEmail(settings: AccountSettings, to: Whom, change: AccountChange): Email {
	return write(settings, to, "recovery-codes-renewed", {
		subject: t("recoveryCodesRenewed.subject", settings),
		blocks: [t("recoveryCodesRenewed.text"), whenAndWhere(settings, change)],
		button: toAccount(settings),
		notYou: t("recoveryCodesRenewed.notYou"),
	});
}

/** Tells the owner that a Yandex ID was linked to the account. */
export function yandexLinkedEmail(
	settings: AccountSettings,
	to: Whom,
	login: string,
	change: AccountChange,
): Email {
	return write(settings, to, "yandex-linked", {
		subject: t("yandexLinked.subject", settings),
		blocks: [t("yandexLinked.text", { login }), whenAndWhere(settings, change)],
		button: toAccount(settings),
		notYou: t("yandexLinked.notYou"),
	});
}

/** Tells the owner that the Yandex ID was unlinked, and how to sign in if there is no password. */
export function yandexUnlinkedEmail(
	settings: AccountSettings,
	to: Whom,
	{ login, hasPassword }: { login: string; hasPassword: boolean },
	change: AccountChange,
): Email {
	const resetUrl = `${settings.appUrl}/reset-password`;
	return write(settings, to, "yandex-unlinked", {
		subject: t("yandexUnlinked.subject", settings),
		blocks: [
			t("yandexUnlinked.text", { login }),
			...(hasPassword ? [] : [t("yandexUnlinked.noPassword", { resetUrl })]),
			whenAndWhere(settings, change),
		],
		button: toAccount(settings),
		notYou: t("yandexUnlinked.notYou"),
	});
}

/** Tells a person blocked by the operator why, as the offer promises, and where to ask. @param reason none: not told */
export function blockedEmail(settings: AccountSettings, to: Whom, at: number, reason?: string): Email {
	return write(settings, to, "blocked", {
		subject: t("blocked.subject", settings),
		blocks: [t("blocked.text"), whenIt(settings, at, reason)],
		button: { label: t("blocked.button"), link: `${settings.appUrl}/contacts` },
		notYou: t("blocked.mistake"),
	});
}

/** Tells a person that the operator has unblocked the account. */
export function unblockedEmail(settings: AccountSettings, to: Whom, at: number): Email {
	return write(settings, to, "unblocked", {
		subject: t("unblocked.subject", settings),
		blocks: [t("unblocked.text"), whenIt(settings, at)],
		button: { label: t("unblocked.button"), link: `${settings.appUrl}/login` },
		notYou: t("unblocked.questions"),
	});
}

const toAccount = (settings: AccountSettings) => ({
	label: t("ownerCode.button"),
	link: `${settings.appUrl}/account`,
});

/**
 * Time and place, by which the reader recognises their own action. Network and browser are shown as far as the account
 * page shows them, without the browser's own text: an e-mail must not repeat what a stranger sends.
 */
function whenAndWhere(settings: AccountSettings, { client, at }: AccountChange): EmailBlock {
	const when = [t("change.when"), momentOf(settings.timeZone, at)] as const;
	if (client === OPERATOR) return { facts: [when, [t("change.by"), t("change.operator")]] };
	const device = deviceName(client.userAgent) ?? t("change.unknownDevice");
	const wide = wideNetworkOf(client.ip);
	const network = maskedNetwork(wide);
	// Only an address that could be masked is shown.
	const where = network === wide ? device : `${device}, ${t("change.network", { network })}`;
	return { facts: [when, [t("change.where"), where]] };
}

/** The moment of what the operator has done, and why. */
export const whenIt = ({ timeZone }: AccountSettings, at: number, reason?: string): EmailBlock => ({
	facts: [
		[t("change.when"), momentOf(timeZone, at)],
		...(reason ? [[t("change.reason"), reason] as const] : []),
	],
});
