import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { YandexVisitsTable } from "../../platform/db/tables/accounts.ts";
import { hashOfToken, newToken } from "../tokens/secrets.server.ts";

const MINUTE = 60_000;
/** A way to Yandex and back. Its code lives as long. */
export const VISIT_MS = 10 * MINUTE;
/** Somebody new has two papers to read before the form is sent. */
export const REGISTERING_MS = 60 * MINUTE;

export type OAuthState = Selectable<YandexVisitsTable>;
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

/** Writes a visit down. @returns the value of the cookie `o` */
export async function openOAuthState(
	db: Db,
	visit: Pick<Row, "purpose"> & Partial<Row>,
	lifetimeMs: number,
	now: number,
): Promise<string> {
	const token = newToken();
	await db
		.insertInto("yandex_visits")
		.values({
			...NOTHING,
			...visit,
			token_hash: hashOfToken(token),
			created_at: now,
			expires_at: now + lifetimeMs,
		})
		.execute();
	return token;
}

const STATE = /^[\w-]{43}$/;

/**
 * Uses a visit up: by the cookie of the browser that set out and by the state that went along, in the one
 * statement that checks both, so of many returns at once one is right. A wrong state uses nothing up:
 * a stranger's page could otherwise end the visits of others.
 */
export async function takeOAuthState(
	db: Db,
	purposes: OAuthState["purpose"][],
	visitToken: string | null,
	state: string | null,
	now: number,
): Promise<OAuthState | null> {
	if (!visitToken || !state || !STATE.test(state)) return null;
	const taken = await db
		.deleteFrom("yandex_visits")
		.where("token_hash", "=", hashOfToken(visitToken))
		.where("state_hash", "=", hashOfToken(state))
		.where("purpose", "in", purposes)
		.where("expires_at", ">", now)
		.returningAll()
		.executeTakeFirst();
	return taken ?? null;
}

/** The two halves of a secret of PKCE (RFC 7636): what stays here, and what goes along with the person. */
export function newVerifier(): { verifier: string; challenge: string } {
	const verifier = newToken();
	return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
