import type { Db } from "../../platform/db/connection.server.ts";
import { parseEmail } from "../email.server.ts";
import type { Client } from "../http/request-client.server.ts";
import { isKnown, mayReveal } from "../registration/register.server.ts";
import { openSignedInSession, type SessionOpened } from "../sessions/open-signed-in.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { exchangeCode, readProfile, type YandexFailure } from "./ask-yandex.server.ts";
import { returnAddress } from "./begin-oauth.server.ts";
import { ownerOf } from "./identities.server.ts";
import { linkYandex, type YandexLinked } from "./link-yandex.server.ts";
import { type OAuthState, openOAuthState, REGISTERING_MS, takeOAuthState } from "./oauth-state.server.ts";
import type { YandexProfile } from "./profile.ts";
import { yandexOf } from "./settings.server.ts";

/** The outcome of an OAuth callback. */
export type OAuthCallback =
	| (SessionOpened & { redirectTo: string | null })
	/** A new person; `stateToken` is for the cookie `o`, by which the registration form finds the profile. */
	| { outcome: "registering"; stateToken: string }
	/** A new person whose e-mail has an account. It is never linked by that: the e-mail proves nothing. */
	| { outcome: "account-exists" }
	| { outcome: "blocked" }
	/** A new person, and registration is closed. */
	| { outcome: "closed" }
	/** The person has declined. */
	| { outcome: "cancelled" }
	| YandexLinked
	| YandexFailure;

/** The callback's data as sent by the browser. */
type Returning = {
	/** The cookie `o`. */
	stateToken: string | null;
	state: string | null;
	/** In place of the code or the token: the error. */
	error: string | null;
	/** The session token of this browser. */
	replaces: string | null;
};

/**
 * Handles the callback with a code. A state that is foreign, missing or used, or the cookie of another browser, ends
 * as `late`, without a call to Yandex.
 * @param accountId the account signed in here; linking is for no other
 */
export async function handleCallbackCode(
	db: Db,
	settings: AccountSettings,
	back: Returning & { code: string | null; accountId: string | null },
	client: Client,
	now = Date.now(),
): Promise<OAuthCallback> {
	const state = await takeOAuthState(db, ["sign-in", "link"], back.stateToken, back.state, now);
	if (!state || (state.purpose === "link" && state.account_id !== back.accountId)) return { outcome: "late" };
	if (back.error) return turnedAway(back.error);
	if (!back.code || !state.verifier) return { outcome: "late" };
	const yandex = yandexOf(settings);
	const exchanged = await exchangeCode(yandex, {
		code: back.code,
		verifier: state.verifier,
		returnAddress: returnAddress(settings),
	});
	if ("outcome" in exchanged) return exchanged;
	// The token itself is discarded: only the profile is needed.
	const read = await readProfile(yandex, exchanged.accessToken);
	if ("outcome" in read) return read;
	if (state.account_id) return linkYandex(db, settings, state.account_id, read.profile, client, now);
	return enter(db, settings, read.profile, state, back.replaces, client, now);
}

/**
 * Handles the token that the page `/suggest/token` found in its address and sent. It is accepted only with a state
 * that belongs to this browser: otherwise a link with a stranger's token could sign a person in as that stranger.
 */
export async function handleCallbackToken(
	db: Db,
	settings: AccountSettings,
	back: Returning & { accessToken: string },
	client: Client,
	now = Date.now(),
): Promise<OAuthCallback> {
	const state = await takeOAuthState(db, ["token"], back.stateToken, back.state, now);
	if (!state) return { outcome: "late" };
	if (back.error) return turnedAway(back.error);
	const read = await readProfile(yandexOf(settings), back.accessToken);
	if ("outcome" in read) return read;
	return enter(db, settings, read.profile, state, back.replaces, client, now);
}

function turnedAway(error: string): OAuthCallback {
	if (error === "access_denied") return { outcome: "cancelled" };
	return { outcome: "refused", detail: `/authorize: ${/^[\w ]{1,40}$/.test(error) ? error : "unreadable"}` };
}

async function enter(
	db: Db,
	settings: AccountSettings,
	profile: YandexProfile,
	state: OAuthState,
	replaces: string | null,
	client: Client,
	now: number,
): Promise<OAuthCallback> {
	const owner = await ownerOf(db, profile.subject);
	if (owner && !owner.active) return { outcome: "blocked" };
	if (owner) {
		const proof = { yandexId: profile.subject };
		const opened = await openSignedInSession(db, owner.accountId, proof, client, replaces, now);
		// Blocked, deleted or unlinked meanwhile: another try tells which.
		return opened ? { ...opened, redirectTo: state.redirect_to } : { outcome: "late" };
	}
	const email = parseEmail(profile.email);
	const known = email !== null && (await isKnown(db, email));
	if (known && (await mayReveal(db, settings, client, now))) return { outcome: "account-exists" };
	if (settings.registration === "closed") return { outcome: "closed" };
	const stateToken = await openOAuthState(db, { ...profile, purpose: "register" }, REGISTERING_MS, now);
	return { outcome: "registering", stateToken };
}
