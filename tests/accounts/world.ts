import { type EmailAddress, parseEmail } from "../../app/accounts/email.server.ts";
import type { Client } from "../../app/accounts/http/request-client.server.ts";
import { confirmByLink } from "../../app/accounts/registration/confirm-email.server.ts";
import { register } from "../../app/accounts/registration/register.server.ts";
import type { AccountSettings } from "../../app/accounts/settings.server.ts";
import type { AddressedEmail } from "../../app/mail/email.ts";
import { finishSending } from "../../app/mail/outbox.server.ts";
import type { Db } from "../../app/platform/db/connection.server.ts";
import { type MemoryMailer, memoryMailer } from "../support/fakes/mailer.ts";

export const NOW = 1_763_700_000_000;
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const PASSWORD = "верный пароль от чата";
export const OTHER_PASSWORD = "совсем другие слова";
export const accepted = { offer: "2026-11-01", personalData: "2026-11-02", news: null };

/** An address that the test knows to be good. */
export function email(text: string): EmailAddress {
	const parsed = parseEmail(text);
	if (!parsed) throw new Error(`Not an e-mail: ${text}`);
	return parsed;
}

export const ANNA = email("anna@example.ru");

/** Somebody at a browser; `n` is another network. */
export function client(n = 1): Client {
	return { ip: `192.0.${n}.7`, userAgent: `Browser ${n}` };
}

export type World = { db: Db; mailer: MemoryMailer; settings: AccountSettings };

export async function world(
	openTestDb: () => Promise<Db>,
	changed: Partial<AccountSettings> = {},
): Promise<World> {
	const mailer = memoryMailer();
	const settings: AccountSettings = {
		appUrl: "https://chat.example.ru",
		appName: "Собеседник",
		trial: true,
		secret: "a secret of the tests, long enough",
		hideExistingAccounts: false,
		registration: "open",
		signature: [],
		timeZone: "Europe/Moscow",
		mailer,
		yandex: null,
		...changed,
	};
	return { db: await openTestDb(), mailer, settings };
}

/** What a link in an e-mail bears. */
export function tokenOf(link: string | undefined): string {
	const token = new URL(link ?? "").searchParams.get("token");
	if (!token) throw new Error(`No token in ${link}`);
	return token;
}

/** A registration that is expected to begin. */
export async function begin({ db, settings }: World, who: EmailAddress = ANNA, now = NOW, from = client()) {
	const begun = await register(db, settings, { email: who, password: PASSWORD, accepted }, from, now);
	if (begun.outcome !== "registered") throw new Error(begun.outcome);
	return { ...begun, token: tokenOf(begun.trialLink), code: begun.trialCode ?? "" };
}

/** An account with `PASSWORD`, made the way people make theirs; the session that was opened by it. */
export async function somebody(
	at: World,
	who: EmailAddress = ANNA,
	now = NOW,
): Promise<{ sessionToken: string; id: string }> {
	const { token, bindingToken } = await begin(at, who, now);
	const confirmed = await confirmByLink(at.db, at.settings, { token, bindingToken }, client(), now);
	if (confirmed.outcome !== "confirmed") throw new Error(confirmed.outcome);
	const { id } = await at.db
		.selectFrom("accounts")
		.select("id")
		.where("email", "=", who)
		.executeTakeFirstOrThrow();
	at.mailer.emails.length = 0;
	return { sessionToken: confirmed.sessionToken, id };
}

/** What an e-mail says, to the program that shows it and to the person who reads it. */
export const contentOf = (message: AddressedEmail | undefined) =>
	[message?.subject, message?.text, message?.html, message?.link].join("\n");

/** The e-mails that have left, once those on their way have. */
export async function emailsOf({ mailer }: World) {
	await finishSending(mailer);
	return mailer.emails;
}
