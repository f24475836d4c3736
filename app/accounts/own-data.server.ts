import { emailsTo } from "../mail/outbox.server.ts";
import type { Db } from "../platform/db/connection.server.ts";
import { recordEvent } from "./audit/account-events.server.ts";
import type { Client } from "./http/request-client.server.ts";
import { type OpenSession, openSessions, SESSIONS_AT_ONCE } from "./sessions/sessions.server.ts";
import type { AccountSettings } from "./settings.server.ts";
import { throttleAll, throttles } from "./throttle.server.ts";

const EVENTS_AT_ONCE = 500;
/** More than anybody is written to in years. */
const NEWSLETTERS_AT_MOST = 5_000;

export type ExportBegun = { outcome: "begun" } | { outcome: "too-many-attempts"; retryAfterSeconds: number };

/** Throttles an export and records it, before the first byte is sent. */
export async function beginExport(
	db: Db,
	settings: AccountSettings,
	accountId: string,
	client: Client,
	now = Date.now(),
): Promise<ExportBegun> {
	const throttled = await throttleAll(db, throttles.dataExport(settings.secret, accountId), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	await recordEvent(db, accountId, "data-exported", client, now);
	return { outcome: "begun" };
}

/**
 * The data that this module stores about a person, for the export: no credentials and no hashes. Long parts come row by
 * row.
 */
export async function readOwnData(db: Db, accountId: string, now = Date.now()) {
	const account = await db
		.selectFrom("accounts")
		.select(["id", "email", "name", "created_at as createdAt", "password_changed_at as passwordChangedAt"])
		.select(["default_model as defaultModel", "about", "answer_style as answerStyle"])
		.select(["about_off_at as aboutOffAt", "seen_at as seenAt"])
		.select((eb) =>
			eb.selectFrom("staff").select("role").whereRef("staff.account_id", "=", "accounts.id").as("role"),
		)
		.where("id", "=", accountId)
		.executeTakeFirstOrThrow();
	const wanted = await db
		.selectFrom("email_changes")
		.select(["email", "created_at as askedAt"])
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	const secondFactor = await db
		.selectFrom("second_factors")
		.select("confirmed_at as confirmedAt")
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return {
		account: { ...account, wantedEmail: wanted ?? null, secondFactor: secondFactor ?? null },
		identities: await db
			.selectFrom("identities")
			.select(["provider", "subject", "login", "linked_at as linkedAt"])
			.where("account_id", "=", accountId)
			.execute(),
		consents: await db
			.selectFrom("consents")
			.select(["kind", "act", "document_version as version", "at", "ip_network as network"])
			.select("user_agent as userAgent")
			.where("account_id", "=", accountId)
			.orderBy("at")
			.execute(),
		sessions: readSessions(db, accountId, now),
		letters: account.email ? await emailsTo(db, account.email) : [],
		newsletters: await db
			.selectFrom("newsletter_emails")
			.innerJoin("newsletters", "newsletters.id", "newsletter_emails.newsletter_id")
			.select(["newsletters.subject", "newsletter_emails.state", "newsletter_emails.at"])
			.where("newsletter_emails.account_id", "=", accountId)
			.orderBy("newsletter_emails.at")
			.limit(NEWSLETTERS_AT_MOST)
			.execute(),
		events: readEvents(db, accountId),
	};
}

/** All events, the oldest first, in pages. */
async function* readEvents(db: Db, accountId: string) {
	let [at, id] = [-1, ""];
	while (true) {
		const page = await db
			.selectFrom("account_events")
			.select(["id", "kind", "at", "ip_network as network", "user_agent as userAgent"])
			.where("account_id", "=", accountId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "id"), ">", tuple(at, id)))
			.orderBy("at")
			.orderBy("id")
			.limit(EVENTS_AT_ONCE)
			.execute();
		yield* page;
		const last = page.at(-1);
		if (!last || page.length < EVENTS_AT_ONCE) return;
		[at, id] = [last.at, last.id];
	}
}

/** The open sessions, in pages: a program can sign in as often as it likes. */
async function* readSessions(db: Db, accountId: string, now: number) {
	let last: OpenSession | undefined;
	do {
		const page = await openSessions(db, accountId, now, last);
		yield* page;
		last = page.length === SESSIONS_AT_ONCE ? page.at(-1) : undefined;
	} while (last);
}
