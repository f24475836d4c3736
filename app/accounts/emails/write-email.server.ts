import { createInstance } from "i18next";
import { i18nOptions } from "../../i18n/options.ts";
import letters from "../../i18n/ru/letters.ts";
import type { Email } from "../../mail/email.ts";
import { layOutEmail } from "../../mail/lay-out-email.ts";
import type { EmailAddress } from "../email.server.ts";
import type { AccountSettings } from "../settings.server.ts";

const i18n = createInstance();
await i18n.init(i18nOptions({ letters }));
/** The words of this room's letters. */
export const t = i18n.getFixedT("ru", "letters");

export type Whom = EmailAddress | string | null;

type Words = {
	subject: string;
	paragraphs: string[];
	button: { label: string; link: string };
	notYou: string;
};

/** What all letters of this room have in common: the greeting, both forms, and who the operator is. */
export function write(settings: AccountSettings, to: Whom, kind: string, words: Words): Email {
	const laidOut = layOutEmail({
		...words,
		greeting: t("greeting"),
		plainLink: t("plainLink"),
		footer: [t("footer", settings), ...settings.signature],
	});
	return { to, kind, subject: words.subject, link: words.button.link, ...laidOut };
}
