import { randomUUID } from "node:crypto";
import { newsletterContent } from "../../../accounts/newsletters/newsletter-email.server.ts";
import {
	findNewsletter,
	listNewsletters,
	type NewsletterRow,
} from "../../../accounts/newsletters/newsletters.server.ts";
import { countRecipients, RECIPIENTS_COUNTED } from "../../../accounts/newsletters/recipients.server.ts";
import { newsletterSettings } from "../../../accounts/services.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** The id of a draft that is not kept yet: a second press of its form is the same draft. */
export const newDraftId = (): string => randomUUID();

/** A page of the newsletters: `after` goes on from one. */
export async function loadNewsletters(query: URLSearchParams) {
	const after = (query.get("after") ?? "").replaceAll("\0", "");
	const { newsletters, next } = await listNewsletters(db(), after);
	return { next, isFirst: after === "", newsletters: newsletters.map(viewOf) };
}

/** A newsletter, how it goes and what people see. @returns null: there is none */
export async function loadNewsletter(id: string) {
	const row = await findNewsletter(db(), id.replaceAll("\0", ""));
	if (!row) return null;
	const settings = newsletterSettings();
	const total = await countRecipients(db(), Date.now());
	return {
		newsletter: viewOf(row),
		recipients: { total: Math.min(total, RECIPIENTS_COUNTED), isMore: total > RECIPIENTS_COUNTED },
		perMinute: settings.perMinute,
		content: newsletterContent(settings, row),
		fields: {
			subject: row.subject,
			body: row.body,
			button: row.button ?? "",
			link: row.link ?? "",
			isAd: row.is_ad ? "on" : "",
			revision: String(row.revision),
		},
	};
}

const momentOrNull = (at: number | null) => (at === null ? null : minuteOf(Number(at)));

const viewOf = (row: NewsletterRow) => ({
	id: row.id,
	subject: row.subject,
	state: row.state,
	revision: row.revision,
	queued: row.queued,
	sent: row.sent,
	refused: row.refused,
	failed: row.failed,
	withdrawn: row.withdrawn,
	madeAt: minuteOf(Number(row.created_at)),
	startedAt: momentOrNull(row.started_at),
	endedAt: momentOrNull(row.ended_at),
});

export type NewsletterView = ReturnType<typeof viewOf>;
export type LoadedNewsletters = Awaited<ReturnType<typeof loadNewsletters>>;
export type LoadedNewsletter = NonNullable<Awaited<ReturnType<typeof loadNewsletter>>>;
