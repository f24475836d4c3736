import type { Db } from "../../platform/db/connection.server.ts";
import type { Client } from "../http/request-client.server.ts";
import type { AccountSettings } from "../settings.server.ts";
import { throttleAll, throttles } from "../throttle.server.ts";
import { hashOfToken, newToken } from "../tokens/secrets.server.ts";
import { newVerifier, OAUTH_STATE_MS, openOAuthState } from "./oauth-state.server.ts";
import { yandexOf } from "./settings.server.ts";

export type OAuthBegun =
	/** `stateToken` is for the cookie `o` of this browser, `address` is the redirect. */
	| { outcome: "begun"; stateToken: string; address: string }
	| { outcome: "too-many-attempts"; retryAfterSeconds: number };

/**
 * Starts a sign-in through Yandex.
 * @param purpose `sign-in` returns with a code; `token` returns to `/suggest/token` with the token itself in the
 * fragment, as Yandex's instant sign-in does
 * @param redirectTo a path of this site, checked
 */
export async function beginOAuth(
	db: Db,
	settings: AccountSettings,
	{ purpose, redirectTo }: { purpose: "sign-in" | "token"; redirectTo: string | null },
	client: Client,
	now = Date.now(),
): Promise<OAuthBegun> {
	const throttled = await throttleAll(db, throttles.oauthState(settings.secret, client), now);
	if (!throttled.allowed)
		return { outcome: "too-many-attempts", retryAfterSeconds: throttled.retryAfterSeconds };
	const state = newToken();
	const { verifier, challenge } = newVerifier();
	const byToken = purpose === "token";
	const stateToken = await openOAuthState(
		db,
		{
			purpose,
			state_hash: hashOfToken(state),
			verifier: byToken ? null : verifier,
			redirect_to: redirectTo || null,
		},
		OAUTH_STATE_MS,
		now,
	);
	const address = byToken ? addressForToken(settings, state) : addressForCode(settings, state, challenge);
	return { outcome: "begun", stateToken, address };
}

/**
 * The first step of linking: the person has re-authenticated, and this browser may now go to Yandex for the account.
 * @returns the value of the cookie `o`
 */
export async function beginLinking(db: Db, accountId: string, now = Date.now()): Promise<string> {
	return openOAuthState(db, { purpose: "link", account_id: accountId }, OAUTH_STATE_MS, now);
}

/**
 * The second step, started by following a link and not by a form: the redirect to Yandex. Repeating it is harmless,
 * the last state counts. Null: this browser has not started linking, or did for another account.
 */
export async function continueLinking(
	db: Db,
	settings: AccountSettings,
	{ stateToken, accountId }: { stateToken: string | null; accountId: string },
	now = Date.now(),
): Promise<string | null> {
	if (!stateToken) return null;
	const state = newToken();
	const { verifier, challenge } = newVerifier();
	const { numUpdatedRows } = await db
		.updateTable("yandex_visits")
		.set({ state_hash: hashOfToken(state), verifier })
		.where("token_hash", "=", hashOfToken(stateToken))
		.where("purpose", "=", "link")
		.where("account_id", "=", accountId)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return numUpdatedRows > 0n ? addressForCode(settings, state, challenge) : null;
}

/** The redirect URI; it has to be registered with the application at Yandex. */
export const returnAddress = (settings: AccountSettings) => `${settings.appUrl}/login/yandex/callback`;
const tokenAddress = (settings: AccountSettings) => `${settings.appUrl}/suggest/token`;

const addressForCode = (settings: AccountSettings, state: string, challenge: string) =>
	authorizeAddress(settings, {
		response_type: "code",
		redirect_uri: returnAddress(settings),
		state,
		code_challenge: challenge,
		code_challenge_method: "S256",
	});

const addressForToken = (settings: AccountSettings, state: string) =>
	authorizeAddress(settings, { response_type: "token", redirect_uri: tokenAddress(settings), state });

/** https://yandex.ru/dev/id/doc/ru/codes/code-url */
function authorizeAddress(settings: AccountSettings, more: Record<string, string>): string {
	const { clientId, oauthUrl } = yandexOf(settings);
	const query = new URLSearchParams({ client_id: clientId, scope: "login:info login:email", ...more });
	// A plus means a space in forms only; the documentation of `scope` requires spaces.
	return `${oauthUrl}/authorize?${String(query).replaceAll("+", "%20")}`;
}
