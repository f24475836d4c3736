import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { wakeRunner } from "../../platform/jobs/wake.server.ts";
import { recordEvent } from "../audit/account-events.server.ts";
import { type Client, wideNetworkOf } from "../http/request-client.server.ts";
import { type PasswordProblem, passwordProblem } from "../password/password-rules.server.ts";
import { hashPassword } from "../password/passwords.server.ts";
import { openSession } from "../sessions/sessions.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { consumeToken } from "../tokens/one-time-tokens.server.ts";
import { putIdentity } from "../yandex/identities.server.ts";
import { createAccount, type Evidence } from "./create-account.server.ts";
import { pendingOfToken } from "./find-pending.server.ts";
import { GIVE_GIFT } from "./invitation-gift.server.ts";
import {
	type AcceptedDocuments,
	CODE_TRIES,
	countGuess,
	isOfBrowser,
	killCode,
	type PendingRegistration,
	pendingOfBrowser,
} from "./pending-registrations.server.ts";
import { takeAway } from "./put-pending.server.ts";
import { hashOfCode } from "./register.server.ts";

/** The data of the new account, and the Yandex ID to link to it. */
type PendingEvidence = Evidence & { yandex: { subject: string; login: string } | null };

type Confirmed = { outcome: "confirmed"; sessionToken: string };
/** Another account has linked the Yandex ID meanwhile; no account is created. */
type YandexTaken = { outcome: "yandex-taken" };

export type ConfirmedByLink =
	| Confirmed
	/** Unknown, used, replaced or expired. */
	| { outcome: "dead-link" }
	/** Another browser than the one that registered: the password and the consents given there count. */
	| { outcome: "needs-password"; email: string }
	| { outcome: "password-refused"; problem: PasswordProblem; email: string }
	| YandexTaken
	| { outcome: "busy" };

export type LinkForm = {
	token: string;
	bindingToken: string | null;
	newPassword?: string;
	accepted?: AcceptedDocuments;
	/** The session token of this browser. */
	replaces?: string | null;
};

/** Consumes the link of the e-mail: the account is created, and this browser is signed in. */
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
		// The Yandex ID of the registration is not linked either: it may be a stranger's.
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
		// The registration before its token, in the order of `LOCK_ORDER`: otherwise two transactions could deadlock. A
		// new registration of this e-mail would have replaced the token, so `pending` is still the same one. It leaves
		// an invitation its token, but nothing of the row is evidence of that.
		if (!(await lockRow(trx, "pending_registrations", pending.id))) return { outcome: "dead-link" };
		if (!(await consumeToken(trx, "confirm-email", form.token, now))) return { outcome: "dead-link" };
		const gift = await takeAway(trx, pending.id);
		const sessionToken = await admit(trx, email, { ...evidence, gift }, client, form.replaces, now);
		return sessionToken ? { outcome: "confirmed", sessionToken } : { outcome: "dead-link" };
	});
}

export type ConfirmedByCode =
	| Confirmed
	| { outcome: "wrong-code"; triesLeft: number }
	/** All guesses are used up; the link in the e-mail stays valid. */
	| { outcome: "dead-code" }
	/** This browser has no pending registration (any more). */
	| { outcome: "nothing-pending" }
	| YandexTaken;

/** Confirms by the six-digit code of the e-mail, typed into the browser that registered. */
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
		const gift = await takeAway(trx, pending.id);
		const evidence = { ...evidenceOf(pending), gift };
		const sessionToken = await admit(trx, pending.email, evidence, client, form.replaces, now);
		return sessionToken ? { outcome: "confirmed", sessionToken } : { outcome: "nothing-pending" };
	});
}

/** Thrown so that the transaction that just created the account is rolled back. */
class YandexTakenMeanwhile extends Error {}

async function admitting<T>(db: Db, act: (trx: Db) => Promise<T>): Promise<T | YandexTaken> {
	try {
		const admitted = await transact(db, act);
		// The job that gives the gift of the invitation runs now, so that the first page has the gift.
		wakeRunner();
		return admitted;
	} catch (error) {
		if (error instanceof YandexTakenMeanwhile) return { outcome: "yandex-taken" };
		throw error;
	}
}

/** Null where an account with the e-mail was created meanwhile. */
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
	const sessionToken = await openSession(trx, accountId, client, replaces, now);
	if (evidence.gift) await enqueue(trx, [{ kind: GIVE_GIFT, key: accountId }]);
	return sessionToken;
}

/** The consents given with the form, with their time and network. */
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
