import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { type Client, wideNetworkOf } from "../http/client.ts";
import { type PasswordProblem, passwordProblem } from "../password/password-rules.server.ts";
import { hashPassword } from "../password/passwords.server.ts";
import { openSession } from "../sessions/sessions.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { consumeToken, dropTokens } from "../tokens/one-time-tokens.server.ts";
import { putIdentity } from "../yandex/identities.server.ts";
import { createAccount, type Evidence } from "./create-account.server.ts";
import { pendingOfToken } from "./find-pending.server.ts";
import {
	type AcceptedDocuments,
	CODE_TRIES,
	countGuess,
	isOfBrowser,
	killCode,
	type PendingRegistration,
	pendingOfBrowser,
	takeAway,
} from "./pending-registrations.server.ts";
import { hashOfCode } from "./register.server.ts";

/** What the account is made of, and the Yandex ID that is to open it. */
type PendingEvidence = Evidence & { yandex: { subject: string; login: string } | null };

type Confirmed = { outcome: "confirmed"; sessionToken: string };
/** Meanwhile the Yandex ID has got an account, and no second one appears. */
type YandexTaken = { outcome: "yandex-taken" };

export type ConfirmedByLink =
	| Confirmed
	/** Unknown, used, replaced or expired. */
	| { outcome: "dead-link" }
	/** Another browser than the one that registered: its password and its consents are what counts. */
	| { outcome: "needs-password"; email: string }
	| { outcome: "password-refused"; problem: PasswordProblem; email: string }
	| YandexTaken
	| { outcome: "busy" };

export type LinkForm = {
	token: string;
	bindingToken: string | null;
	newPassword?: string;
	accepted?: AcceptedDocuments;
	/** The session this browser came with. */
	replaces?: string | null;
};

/** Uses the link of the letter up: the account appears, and this browser is signed in. */
export async function confirmByLink(
	db: Db,
	settings: AccountSettings,
	form: LinkForm,
	client: Client,
	now = Date.now(),
): Promise<ConfirmedByLink> {
	const pending = await pendingOfToken(db, form.token, now);
	if (!pending) return { outcome: "dead-link" };
	const { email } = pending;
	let evidence = evidenceOf(pending);
	if (!isOfBrowser(pending, form.bindingToken)) {
		if (!form.newPassword || !form.accepted) return { outcome: "needs-password", email };
		const problem = passwordProblem(form.newPassword, { email, appName: settings.appName });
		if (problem) return { outcome: "password-refused", problem, email };
		const hashed = await hashPassword(form.newPassword);
		if (hashed === "busy") return { outcome: "busy" };
		// Nor does the Yandex ID of whoever registered open the account: it may be a stranger's.
		evidence = {
			passwordHash: hashed.hash,
			yandex: null,
			accepted: form.accepted,
			at: now,
			ipNetwork: wideNetworkOf(client.ip),
			userAgent: client.userAgent,
		};
	}
	return admitting(db, async (trx) => {
		// The registration before its token, as everywhere: otherwise two transactions could wait for each other.
		// A new registration of this e-mail would have replaced the token, so `pending` is still the same one.
		if (!(await lockRow(trx, "pending_registrations", pending.id))) return { outcome: "dead-link" };
		if (!(await consumeToken(trx, "confirm-email", form.token, now))) return { outcome: "dead-link" };
		await takeAway(trx, pending.id);
		const sessionToken = await admit(trx, email, evidence, client, form.replaces, now);
		return sessionToken ? { outcome: "confirmed", sessionToken } : { outcome: "dead-link" };
	});
}

export type ConfirmedByCode =
	| Confirmed
	| { outcome: "wrong-code"; triesLeft: number }
	/** All tries are used up; the link in the letter lives on. */
	| { outcome: "dead-code" }
	/** This browser is registering nobody, or not any more. */
	| { outcome: "nothing-pending" }
	| YandexTaken;

/** The six digits of the letter, typed into the browser that registered. */
export async function confirmByCode(
	db: Db,
	settings: AccountSettings,
	form: { code: string; bindingToken: string | null; replaces?: string | null },
	client: Client,
	now = Date.now(),
): Promise<ConfirmedByCode> {
	const pending = await pendingOfBrowser(db, form.bindingToken, now);
	if (!pending) return { outcome: "nothing-pending" };
	const typed = hashOfCode(settings, pending.email, form.code.replace(/\D/g, ""));
	return admitting(db, async (trx) => {
		const guessed = await countGuess(trx, pending);
		if (!guessed) return { outcome: "dead-code" };
		if (guessed.code_hash !== typed) {
			const triesLeft = CODE_TRIES - guessed.code_misses;
			if (triesLeft === 0) await killCode(trx, pending.id);
			return { outcome: "wrong-code", triesLeft };
		}
		await takeAway(trx, pending.id);
		await dropTokens(trx, pending.id);
		const sessionToken = await admit(trx, pending.email, evidenceOf(pending), client, form.replaces, now);
		return sessionToken ? { outcome: "confirmed", sessionToken } : { outcome: "nothing-pending" };
	});
}

/** Thrown so that the account that was just made is taken back with all that belongs to it. */
class YandexTakenMeanwhile extends Error {}

async function admitting<T>(db: Db, act: (trx: Db) => Promise<T>): Promise<T | YandexTaken> {
	try {
		return await transact(db, act);
	} catch (error) {
		if (error instanceof YandexTakenMeanwhile) return { outcome: "yandex-taken" };
		throw error;
	}
}

/** Null where the e-mail has got an account in another way meanwhile. */
async function admit(
	trx: Db,
	email: string,
	evidence: PendingEvidence,
	client: Client,
	replaces: string | null | undefined,
	now: number,
): Promise<string | null> {
	const accountId = await createAccount(trx, email, evidence, now);
	if (!accountId) return null;
	await recordEvent(trx, accountId, "registered", client, now);
	const { yandex } = evidence;
	if (yandex && !(await putIdentity(trx, accountId, yandex, client, now))) throw new YandexTakenMeanwhile();
	return openSession(trx, accountId, client, replaces, now);
}

/** What was given when the form was sent, and from where. */
function evidenceOf(pending: PendingRegistration): PendingEvidence {
	const { yandex_id, yandex_login } = pending;
	return {
		passwordHash: pending.password_hash,
		name: pending.name,
		yandex: yandex_id === null ? null : { subject: yandex_id, login: yandex_login ?? "" },
		accepted: {
			offer: pending.offer_version,
			personalData: pending.personal_data_version,
			news: pending.news_version,
		},
		at: pending.created_at,
		ipNetwork: pending.ip_network,
		userAgent: pending.user_agent,
	};
}
