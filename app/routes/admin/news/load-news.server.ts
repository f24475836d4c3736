import { randomUUID } from "node:crypto";
import { newsletterContent } from "../../../accounts/newsletters/newsletter-email.server.ts";
import {
	countNewsletters,
	findNewsletter,
	listNewsletters,
	type NewsletterRow,
} from "../../../accounts/newsletters/newsletters.server.ts";
import { countRecipients, RECIPIENTS_COUNTED } from "../../../accounts/newsletters/recipients.server.ts";
import { newsletterSettings } from "../../../accounts/services.server.ts";
import texts from "../../../i18n/ru/admin-news.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { listFile } from "../list-file.server.ts";
import { queryField } from "../query-field.server.ts";
import { totalOf } from "../total.server.ts";

const LONGEST = 64;

/** The id of a draft that is not kept yet: a second press of its form is the same draft. */
export const newDraftId = (): string => randomUUID();

/** A page of the newsletters: `after` goes on from one. */
export async function loadNewsletters(query: URLSearchParams) {
	const after = queryField(query, "after", LONGEST);
	const { newsletters, next } = await listNewsletters(db(), { after });
	return {
		next,
		isFirst: after === "",
		found: totalOf(await countNewsletters(db())),
		newsletters: newsletters.map(viewOf),
	};
}

/** Read at a time: one piece of the file. */
const ROWS_AT_ONCE = 500;

/** The newsletters as a file: what became of each, without its text. */
export const sendNews = listFile({
	right: "newsletters",
	act: "newsletters-exported",
	name: "news",
	columns: Object.values(texts.columns),
	others: ["newsletter", "do"],
	async read(_query, after) {
		const { newsletters, next } = await listNewsletters(db(), { after, rows: ROWS_AT_ONCE });
		const lines = newsletters.map((row) => {
			const { subject, madeAt, startedAt, endedAt, state, ...counts } = viewOf(row);
			const { queued, sent, refused, failed, withdrawn } = counts;
			const times = [madeAt, startedAt, endedAt];
			return [subject, ...times, texts.states[state], queued, sent, refused, failed, withdrawn];
		});
		return { lines, next };
	},
});

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
