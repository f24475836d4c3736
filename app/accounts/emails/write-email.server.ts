import { createInstance } from "i18next";
import { i18nOptions } from "../../i18n/options.server.ts";
import emails from "../../i18n/ru/emails.ts";
import type { Email } from "../../mail/email.ts";
import type { EmailBlock, EmailParts } from "../../mail/email-parts.ts";
import { layOutEmail } from "../../mail/lay-out-email.server.ts";
import type { EmailAddress } from "../email.server.ts";
import type { AccountSettings } from "../settings.server.ts";

const i18n = createInstance();
await i18n.init(i18nOptions({ emails }));
/** The texts of this module's e-mails. */
export const t = i18n.getFixedT("ru", "emails");

export type Whom = EmailAddress | string | null;

type EmailContent = {
	subject: string;
	blocks: EmailBlock[];
	button: { label: string; link: string };
	notYou: string;
} & Pick<EmailParts, "mark" | "unsubscribe">;

/** The common parts of all e-mails of this module: the greeting, both forms, and the operator's signature. */
export function write(settings: AccountSettings, to: Whom, kind: string, content: EmailContent): Email {
	const layout = layOutEmail({
		...content,
		appName: settings.appName,
		greeting: t("greeting"),
		plainLink: t("plainLink"),
		footer: footerOf(settings),
	});
	return { to, kind, subject: content.subject, link: content.button.link, ...layout };
}

/** The foot of every e-mail: the service and its operator. */
export const footerOf = (settings: AccountSettings): string[] => [
	t("footer", settings),
	...settings.signature,
];
