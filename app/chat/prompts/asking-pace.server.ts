import { throttle } from "../../accounts/throttle.server.ts";
import { isReserved } from "../../billing/quota/allowance.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";

/** So many calls of a model at once, then one in three seconds. */
const PACE = { burst: 20, everyMs: 3_000 };
/** So many answers at once on which a model worked and nobody paid, then one in five minutes. */
const UNPAID = { burst: 20, everyMs: 300_000 };

// The id is random and tells nothing about the person, so it needs no hash as the other keys do.
const paceOf = (accountId: string) => ({ key: `ask ${accountId}`, limit: PACE });
const unpaidOf = (accountId: string) => ({ key: `unpaid ${accountId}`, limit: UNPAID });

/** Why a model is not called now, and when it may be. */
export type TooSoon = { problem: "too-fast" | "too-many-unpaid"; seconds: number };

/**
 * Whether an account may have a model called now, by whatever act: a question, another version of one, an answer
 * anew, a continuation. Counts the call. What was taken already begins nothing and is always let through.
 * @param reference of what is asked, chosen by the form
 */
export async function waitBeforeAsking(
	db: Db,
	accountId: string,
	reference: string | undefined,
	now = Date.now(),
): Promise<TooSoon | undefined> {
	const tooSoon = await countCall(db, accountId, now);
	const repeated = tooSoon && reference !== undefined && (await isReserved(db, accountId, reference));
	return repeated ? undefined : tooSoon;
}

async function countCall(db: Db, accountId: string, now: number): Promise<TooSoon | undefined> {
	const verdict = await throttle(db, paceOf(accountId), now);
	if (!verdict.allowed) return { problem: "too-fast", seconds: Math.ceil(verdict.retryAfterMs / 1_000) };
	const { key, limit } = unpaidOf(accountId);
	const unpaid = await db.selectFrom("throttles").select("full_at").where("key", "=", key).executeTakeFirst();
	const wait = (unpaid?.full_at ?? now) - now - (limit.burst - 1) * limit.everyMs;
	return wait > 0 ? { problem: "too-many-unpaid", seconds: Math.ceil(wait / 1_000) } : undefined;
}

/**
 * Counts an answer on which a model worked and nobody paid, in the transaction that ends it: with many of them the
 * next has to wait, or stopping before the first word would be a model for nothing.
 */
export async function countUnpaid(trx: Db, accountId: string, now: number): Promise<void> {
	await throttle(trx, unpaidOf(accountId), now);
}
