import { deliverNow, post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { type ActedAsStaff, actAsStaff } from "../staff/act-as-staff.server.ts";
import type { Actor } from "../staff/journal.server.ts";
import { newsletterEmail } from "./newsletter-email.server.ts";
import type { NewsletterSettings } from "./newsletter-settings.server.ts";
import type { NewsletterRow } from "./newsletters.server.ts";

/** Sends a newsletter to one account, whether it agrees to news or not: to the member who wants to see it. */
export async function tryNewsletter(
	db: Db,
	settings: NewsletterSettings,
	actor: Actor,
	{ newsletter, to }: { newsletter: NewsletterRow; to: { accountId: string; email: string } },
	now = Date.now(),
): Promise<{ outcome: "sent" | "late" | "refused" } | Exclude<ActedAsStaff<string>, { outcome: "done" }>> {
	const { mailer } = settings.account;
	const email = newsletterEmail(settings, newsletter, to);
	const effect = () => ({ after: newsletter.subject });
	const act = { act: "newsletter-tried", right: "newsletters", effect } as const;
	const acted = await actAsStaff<string>(db, actor, act, (trx) => post(trx, mailer, email, now), now);
	if (acted.outcome !== "done") return acted;
	return { outcome: await deliverNow(db, mailer, acted.value) };
}
