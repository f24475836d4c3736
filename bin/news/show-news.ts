import {
	findNewsletter,
	listNewsletters,
	type NewsletterRow,
} from "../../app/accounts/newsletters/newsletters.server.ts";
import { countRecipients, RECIPIENTS_COUNTED } from "../../app/accounts/newsletters/recipients.server.ts";
import news from "../../app/i18n/ru/admin-news.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { alignColumns, formatTime, printLine } from "../console/terminal-output.ts";

/** Prints a page of the newsletters. */
export async function list(db: Db, after: string): Promise<number> {
	const page = await listNewsletters(db, { after });
	if (page.newsletters.length === 0) {
		printLine(`${news.none}.`);
		return 0;
	}
	const rows = page.newsletters.map((row) => [
		row.id,
		formatTime(Number(row.created_at)),
		news.states[row.state],
		writtenOf(row),
		row.subject,
	]);
	for (const line of alignColumns(rows)) printLine(line);
	if (page.next) printLine(`Дальше: --after ${page.next}`);
	return 0;
}

/** Prints a newsletter and how it goes. */
export async function show(db: Db, id: string): Promise<number> {
	const row = await findNewsletter(db, id);
	if (!row) return notThere(id);
	const total = await countRecipients(db, Date.now());
	const facts = [
		[news.subject, row.subject],
		[news.state, news.states[row.state]],
		[
			news.counts.recipients,
			total > RECIPIENTS_COUNTED
				? news.counts.more.replace("{{total}}", String(RECIPIENTS_COUNTED))
				: String(total),
		],
		...(["queued", "sent", "refused", "failed", "withdrawn"] as const).map((name) => [
			news.counts[name],
			String(row[name]),
		]),
		[news.counts.started, formatTime(row.started_at)],
		[news.counts.ended, formatTime(row.ended_at)],
	];
	for (const line of alignColumns(facts)) printLine(line);
	printLine(`\n${row.body}`);
	return 0;
}

/** Says that there is no such newsletter. @returns the exit code */
export function notThere(id: string): number {
	printLine(`Письма «${id}» нет.`);
	return 1;
}

const writtenOf = ({ sent, queued }: NewsletterRow) => `${sent} из ${queued}`;
