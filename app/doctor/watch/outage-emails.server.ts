import { createInstance } from "i18next";
import type { Selectable } from "kysely";
import { write } from "../../accounts/emails/write-email.server.ts";
import type { AccountSettings } from "../../accounts/settings.server.ts";
import { i18nOptions } from "../../i18n/options.server.ts";
import operatorEmails from "../../i18n/ru/operator-emails.ts";
import type { Email } from "../../mail/email.ts";
import { momentOf } from "../../platform/dates/moment-of.server.ts";
import type { WatchedTable } from "../../platform/db/tables/statistics.ts";

/** Something outside, as it was found last. */
export type Watched = Selectable<WatchedTable>;

const i18n = createInstance();
await i18n.init(i18nOptions({ operatorEmails }));
const t = i18n.getFixedT("ru", "operatorEmails");

/** The name of a subject in a sentence. */
function nameOf({ subject, name }: Watched): string {
	const [kind] = subject.split(":", 1);
	return t(`names.${kind as "mail"}`, { name });
}

/** Tells an owner that something has stopped working, and since when. */
export function downEmail(settings: AccountSettings, to: string, watched: Watched): Email {
	const values = { name: nameOf(watched), since: momentOf(settings.timeZone, watched.since) };
	return write(settings, to, "outage", {
		subject: t("down.subject", values),
		blocks: [t("down.text", values), t("down.problem", { problem: watched.problem ?? "" }), t("down.once")],
		button: { label: t("button"), link: `${settings.appUrl}/admin/state` },
		notYou: t("why"),
	});
}

/** Tells an owner that it works again. @param since when it had stopped */
export function backEmail(settings: AccountSettings, to: string, watched: Watched, since: number): Email {
	const values = {
		name: nameOf(watched),
		since: momentOf(settings.timeZone, since),
		at: momentOf(settings.timeZone, watched.since),
	};
	return write(settings, to, "outage-over", {
		subject: t("back.subject", values),
		blocks: [t("back.text", values)],
		button: { label: t("button"), link: `${settings.appUrl}/admin/state` },
		notYou: t("why"),
	});
}
