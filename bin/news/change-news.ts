import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { findAccount } from "../../app/accounts/find-accounts.server.ts";
import { type NewsletterFields, readDraft } from "../../app/accounts/newsletters/draft.server.ts";
import {
	saveNewsletter,
	startNewsletter,
	stopNewsletter,
} from "../../app/accounts/newsletters/newsletter-acts.server.ts";
import type { NewsletterSettings } from "../../app/accounts/newsletters/newsletter-settings.server.ts";
import { findNewsletter } from "../../app/accounts/newsletters/newsletters.server.ts";
import { tryNewsletter } from "../../app/accounts/newsletters/try-newsletter.server.ts";
import { CONSOLE } from "../../app/accounts/staff/journal.server.ts";
import news from "../../app/i18n/ru/admin-news.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { printLine } from "../console/terminal-output.ts";
import { notThere } from "./show-news.ts";

/** Makes a draft of a file. */
export async function draft(
	db: Db,
	file: string,
	fields: Pick<NewsletterFields, "button" | "link" | "isAd">,
): Promise<number> {
	if (!existsSync(file)) {
		printLine(`Файла «${file}» нет.`);
		return 1;
	}
	const [subject = "", ...lines] = readFileSync(file, "utf8").split("\n");
	const read = readDraft({ ...fields, subject, body: lines.join("\n") });
	if ("problems" in read) {
		for (const [field, problem] of Object.entries(read.problems))
			printLine(`${field}: ${news.problems[problem]}.`);
		return 2;
	}
	const id = randomUUID();
	await saveNewsletter(db, CONSOLE, { id, revision: 0, draft: read });
	printLine(`${news.done["newsletter-saved"]}: ${id}`);
	return 0;
}

/** Sends it to one person. */
export async function tryOn(db: Db, settings: NewsletterSettings, id: string, whom: string): Promise<number> {
	const newsletter = await findNewsletter(db, id);
	if (!newsletter) return notThere(id);
	const account = await findAccount(db, whom);
	if (!account?.email) {
		printLine(`Аккаунта «${whom}» нет.`);
		return 1;
	}
	const to = { accountId: account.id, email: account.email };
	const { outcome } = await tryNewsletter(db, settings, CONSOLE, { newsletter, to });
	if (outcome === "refused") printLine(news.problems["newsletter-refused"]);
	else printLine(`${outcome === "sent" ? "Отправлено" : "Записано, уйдёт позже"}: ${account.email}`);
	return outcome === "refused" ? 1 : 0;
}

/** Starts it, or goes on with it. */
export async function send(db: Db, settings: NewsletterSettings, id: string): Promise<number> {
	const newsletter = await findNewsletter(db, id);
	if (!newsletter) return notThere(id);
	const started = { id, revision: newsletter.revision };
	const { outcome } = await startNewsletter(db, settings, CONSOLE, started);
	if (outcome === "no-sender") printLine(news.problems["no-sender"]);
	else printLine(outcome === "done" ? news.done["newsletter-started"] : news.states[newsletter.state]);
	return outcome === "done" ? 0 : 1;
}

/** Stops it. */
export async function stop(db: Db, id: string): Promise<number> {
	const newsletter = await findNewsletter(db, id);
	if (!newsletter) return notThere(id);
	const { outcome } = await stopNewsletter(db, CONSOLE, id);
	printLine(outcome === "done" ? news.done["newsletter-stopped"] : news.states[newsletter.state]);
	return outcome === "done" ? 0 : 1;
}
