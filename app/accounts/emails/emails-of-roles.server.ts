import type { Email } from "../../mail/email.ts";
import type { Role } from "../../platform/http/context.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { whenIt } from "./emails-of-changes.server.ts";
import { t, type Whom, write } from "./write-email.server.ts";

/** Tells a person which role of the staff they have now. */
export function roleGivenEmail(settings: AccountSettings, to: Whom, role: Role, at: number): Email {
	const values = { appName: settings.appName, role: t(`roles.${role}`) };
	return write(settings, to, "role-given", {
		subject: t("roleGiven.subject", values),
		blocks: [t("roleGiven.text", values), t("roleGiven.secondStep"), whenIt(settings, at)],
		button: { label: t("roleGiven.button"), link: `${settings.appUrl}/admin` },
		notYou: t("roleGiven.notYou"),
	});
}

/** Tells a person that they are not of the staff any more. */
export function roleTakenEmail(settings: AccountSettings, to: Whom, at: number): Email {
	const { appName } = settings;
	return write(settings, to, "role-taken", {
		subject: t("roleTaken.subject", { appName }),
		blocks: [t("roleTaken.text", { appName }), whenIt(settings, at)],
		button: { label: t("roleTaken.button"), link: `${settings.appUrl}/account` },
		notYou: t("blocked.mistake"),
	});
}

/** Tells an owner who else owns the service from now on, or does not any more. @param who their address */
export function ownersChangedEmail(
	settings: AccountSettings,
	to: Whom,
	{ who, isOwner }: { who: string; isOwner: boolean },
	at: number,
): Email {
	const values = { appName: settings.appName, email: who };
	const text = isOwner ? t("ownersChanged.added", values) : t("ownersChanged.removed", values);
	return ownersEmail(settings, to, text, at);
}

/** Tells an owner that another one was blocked, or is not any more. @param who their address */
export function ownerBlockedEmail(
	settings: AccountSettings,
	to: Whom,
	{ who, isBlocked }: { who: string; isBlocked: boolean },
	at: number,
): Email {
	const values = { appName: settings.appName, email: who };
	const text = isBlocked ? t("ownersChanged.blocked", values) : t("ownersChanged.unblocked", values);
	return ownersEmail(settings, to, text, at);
}

function ownersEmail(settings: AccountSettings, to: Whom, text: string, at: number): Email {
	return write(settings, to, "owners-changed", {
		subject: t("ownersChanged.subject", { appName: settings.appName }),
		blocks: [text, whenIt(settings, at)],
		button: { label: t("ownersChanged.button"), link: `${settings.appUrl}/admin/team` },
		notYou: t("ownersChanged.notYou"),
	});
}
