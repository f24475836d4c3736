import {
	beginSecondFactor,
	findKeyToSetUp,
} from "../../../app/accounts/second-factor/begin-second-factor.server.ts";
import { confirmSecondFactor } from "../../../app/accounts/second-factor/confirm-second-factor.server.ts";
import { findSession } from "../../../app/accounts/sessions/sessions.server.ts";
import { signIn } from "../../../app/accounts/sessions/sign-in.server.ts";
import { codeOf } from "../../support/authenticator.ts";
import { ANNA, client, emailsOf, NOW, PASSWORD, somebody, type World } from "../world.ts";

/** When Anna confirmed her second factor: two time steps before the tests begin, so that their codes are new. */
export const SET_UP_AT = NOW - 60_000;

export const proof = { currentPassword: PASSWORD };

/** What a person with the phone at hand types: the password, and the code of now. */
export const withCode = (of: { key: string }, now = NOW) => ({ ...proof, appCode: codeOf(of.key, now) });

/** An account with a key that waits for its first code. */
export async function begun(at: World, who = ANNA) {
	const { id, sessionToken } = await somebody(at, who, SET_UP_AT);
	const { outcome } = await beginSecondFactor(at.db, at.settings, id, proof, client(), SET_UP_AT);
	if (outcome !== "begun") throw new Error(outcome);
	const account = { id, email: who };
	const waiting = await findKeyToSetUp(at.db, at.settings, account, SET_UP_AT);
	if (!waiting) throw new Error("no key");
	const session = await findSession(at.db, sessionToken, client(), SET_UP_AT);
	return { account, sessionToken, sessionId: session?.sessionId ?? "", ...waiting };
}

export async function confirm(at: World, of: Awaited<ReturnType<typeof begun>>, code: string, now: number) {
	const form = { code, sessionId: of.sessionId };
	return confirmSecondFactor(at.db, at.settings, of.account, form, client(), now);
}

/** An account with a second factor, and what its owner has: the key in the app, and the codes on paper. */
export async function withFactor(at: World, who = ANNA) {
	const of = await begun(at, who);
	const confirmed = await confirm(at, of, codeOf(of.key, SET_UP_AT), SET_UP_AT);
	if (confirmed.outcome !== "confirmed") throw new Error(confirmed.outcome);
	// The e-mail about it leaves by itself, and before any that follows.
	await emailsOf(at);
	return { ...of, id: of.account.id, recoveryCodes: confirmed.recoveryCodes };
}

/** Gives the password; the step that is open now. */
export async function firstStep(at: World, who = ANNA, now = NOW, from = client()): Promise<string> {
	const signed = await signIn(at.db, at.settings, { email: who, password: PASSWORD }, from, now);
	if (signed.outcome !== "second-step") throw new Error(signed.outcome);
	return signed.stepToken;
}

export async function eventsOf({ db }: World, accountId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("account_events")
		.select("kind")
		.where("account_id", "=", accountId)
		.orderBy("at")
		.execute();
	return rows.map(({ kind }) => kind);
}
