import type { Email } from "../../mail/email.ts";
import { footerOf, t, write } from "../emails/write-email.server.ts";
import type { NewsletterSettings } from "./newsletter-settings.server.ts";
import type { NewsletterRow } from "./newsletters.server.ts";
import { unsubscribeLink } from "./unsubscribe-link.server.ts";

type Draft = Pick<NewsletterRow, "subject" | "body" | "button" | "link" | "is_ad">;

/** The outbox's word for e-mails of newsletters. */
export const NEWSLETTER_EMAIL = "newsletter";

/** The parts of a newsletter that people read, for its preview too. */
export function newsletterContent({ account, sender }: NewsletterSettings, draft: Draft) {
	return {
		subject: draft.subject,
		greeting: t("greeting"),
		mark: draft.is_ad ? t("newsletter.mark", { sender: sender ?? account.appName }) : undefined,
		blocks: draft.body.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || []),
		button: {
			label: draft.button ?? t("newsletter.button", account),
			link: draft.link ?? account.appUrl,
		},
		notYou: t("newsletter.why", account),
		footer: footerOf(account),
	};
}

/**
 * A newsletter to one person, with the address that unsubscribes them.
 * @param newsletterId of one that is being sent; undefined: it is only tried
 */
export function newsletterEmail(
	settings: NewsletterSettings,
	draft: Draft,
	{ accountId, email }: { accountId: string; email: string },
	newsletterId?: string,
): Email {
	const { account } = settings;
	const link = unsubscribeLink(account, accountId);
	const content = {
		...newsletterContent(settings, draft),
		unsubscribe: { label: t("newsletter.unsubscribe"), link },
	};
	const of = newsletterId === undefined ? {} : { of: { newsletterId, accountId } };
	return { ...write(account, email, NEWSLETTER_EMAIL, content), bulk: { unsubscribe: link, ...of } };
}
