import { throttle } from "../../accounts/throttle.server.ts";
import { isReserved } from "../../billing/quota/allowance.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";

/** A burst of 20 model calls per account, then one in three seconds. */
const LIMIT = { burst: 20, everyMs: 3_000 };
/** A burst of 20 answers on which a model worked without charge, then one in five minutes. */
const UNPAID = { burst: 20, everyMs: 300_000 };

// The account id is random and not personal data, so it is not hashed as the other keys are.
const callsOf = (accountId: string) => ({ key: `ask ${accountId}`, limit: LIMIT });
const unpaidOf = (accountId: string) => ({ key: `unpaid ${accountId}`, limit: UNPAID });

/** Why a model call is refused now, and when it will be allowed. */
export type CallThrottled = { problem: "too-fast" | "too-many-unpaid"; seconds: number };

/**
 * Throttles an account's model calls, whatever causes them: a prompt, an edited prompt, a regeneration, a
 * continuation. Counts the call. A repeated submit of a recorded request starts nothing and always passes.
 * @param reference of the request, chosen by the form
 */
export async function throttleModelCall(
	db: Db,
	accountId: string,
	reference: string | undefined,
	now = Date.now(),
): Promise<CallThrottled | undefined> {
	const tooSoon = await countCall(db, accountId, now);
	const repeated = tooSoon && reference !== undefined && (await isReserved(db, accountId, reference));
	return repeated ? undefined : tooSoon;
}

async function countCall(db: Db, accountId: string, now: number): Promise<CallThrottled | undefined> {
	const verdict = await throttle(withoutSync(db), callsOf(accountId), now);
	if (!verdict.allowed) return { problem: "too-fast", seconds: Math.ceil(verdict.retryAfterMs / 1_000) };
	const { key, limit } = unpaidOf(accountId);
	const unpaid = await db.selectFrom("throttles").select("full_at").where("key", "=", key).executeTakeFirst();
	const wait = (unpaid?.full_at ?? now) - now - (limit.burst - 1) * limit.everyMs;
	return wait > 0 ? { problem: "too-many-unpaid", seconds: Math.ceil(wait / 1_000) } : undefined;
}

/**
 * Counts an answer on which a model worked without charge, in the transaction that ends it: with many of them the
 * next call has to wait, or stopping before the first piece would give a model for free.
 */
export async function countUnpaid(trx: Db, accountId: string, now: number): Promise<void> {
	await throttle(trx, unpaidOf(accountId), now);
}
