import type { Db } from "../../platform/db/connection.server.ts";
import type { OneTimeTokensTable } from "../../platform/db/tables/accounts.ts";
import { hashOfToken, newToken } from "./secrets.server.ts";

type Purpose = OneTimeTokensTable["purpose"];

/** Issues the token of a link in an e-mail. An earlier one for the same purpose and subject becomes invalid. */
export async function issueToken(
	trx: Db,
	purpose: Purpose,
	subject: string,
	lifetimeMs: number,
	now: number,
): Promise<string> {
	const token = newToken();
	const fresh = { token_hash: hashOfToken(token), created_at: now, expires_at: now + lifetimeMs };
	await trx
		.insertInto("one_time_tokens")
		.values({ ...fresh, purpose, subject })
		.onConflict((oc) => oc.columns(["purpose", "subject"]).doUpdateSet(fresh))
		.execute();
	return token;
}

/** The subject of a token, without consuming it. Null: unknown, used, replaced, expired or for another purpose. */
export async function findToken(
	db: Db,
	purpose: Purpose,
	token: string,
	now: number,
): Promise<string | null> {
	const found = await db
		.selectFrom("one_time_tokens")
		.select("subject")
		.where("token_hash", "=", hashOfToken(token))
		.where("purpose", "=", purpose)
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return found?.subject ?? null;
}

/** Consumes a token, in the transaction of what it allows. One of several concurrent calls gets the subject. */
export async function consumeToken(
	trx: Db,
	purpose: Purpose,
	token: string,
	now: number,
): Promise<string | null> {
	const used = await trx
		.deleteFrom("one_time_tokens")
		.where("token_hash", "=", hashOfToken(token))
		.where("purpose", "=", purpose)
		.where("expires_at", ">", now)
		.returning("subject")
		.executeTakeFirst();
	return used?.subject ?? null;
}

/** Invalidates the link of one purpose. */
export async function dropToken(trx: Db, purpose: Purpose, subject: string): Promise<void> {
	await trx
		.deleteFrom("one_time_tokens")
		.where("purpose", "=", purpose)
		.where("subject", "=", subject)
		.execute();
}

export async function dropTokens(trx: Db, subject: string): Promise<void> {
	await trx.deleteFrom("one_time_tokens").where("subject", "=", subject).execute();
}
