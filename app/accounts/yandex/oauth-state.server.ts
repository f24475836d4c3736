import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { OAuthStatesTable } from "../../platform/db/tables/accounts.ts";
import { hashOfToken, newToken } from "../tokens/secrets.server.ts";

const MINUTE = 60_000;
/** How long an OAuth state is valid. Its code lives as long. */
export const OAUTH_STATE_MS = 10 * MINUTE;
/** A new person has two legal documents to read before sending the form. */
export const REGISTERING_MS = 60 * MINUTE;

export type OAuthState = Selectable<OAuthStatesTable>;
type Row = Omit<OAuthState, "token_hash" | "created_at" | "expires_at">;

const NOTHING = {
	state_hash: null,
	verifier: null,
	account_id: null,
	redirect_to: null,
	subject: null,
	login: null,
	email: null,
	name: null,
};

/** Stores an OAuth state. @returns the value of the cookie `o` */
export async function openOAuthState(
	db: Db,
	values: Pick<Row, "purpose"> & Partial<Row>,
	lifetimeMs: number,
	now: number,
): Promise<string> {
	const token = newToken();
	await db
		.insertInto("yandex_visits")
		.values({
			...NOTHING,
			...values,
			token_hash: hashOfToken(token),
			created_at: now,
			expires_at: now + lifetimeMs,
		})
		.execute();
	return token;
}

const STATE = /^[\w-]{43}$/;

/**
 * Consumes an OAuth state: by the browser's cookie and by the `state` of the callback, in the one statement that
 * checks both, so that of several concurrent callbacks one succeeds. A wrong state consumes nothing: otherwise a
 * stranger's page could end the sign-ins of others.
 */
export async function takeOAuthState(
	db: Db,
	purposes: OAuthState["purpose"][],
	stateToken: string | null,
	state: string | null,
	now: number,
): Promise<OAuthState | null> {
	if (!stateToken || !state || !STATE.test(state)) return null;
	const taken = await db
		.deleteFrom("yandex_visits")
		.where("token_hash", "=", hashOfToken(stateToken))
		.where("state_hash", "=", hashOfToken(state))
		.where("purpose", "in", purposes)
		.where("expires_at", ">", now)
		.returningAll()
		.executeTakeFirst();
	return taken ?? null;
}

/** A PKCE pair (RFC 7636): the verifier that is stored here, and the challenge that is sent. */
export function newVerifier(): { verifier: string; challenge: string } {
	const verifier = newToken();
	return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
