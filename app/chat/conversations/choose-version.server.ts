import { type RawBuilder, sql } from "kysely";
import { secondsToWait } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { withoutSync } from "../../platform/db/without-sync.server.ts";
import { type ExchangeRef, tipThrough, walkUp } from "./branch.server.ts";
import { findOwnAnswer } from "./own-answer.server.ts";

export type Chosen = { outcome: "chosen"; conversationId: string } | { outcome: "no-such-answer" };

/**
 * Switches to the branch through an answer, down to where it was last shown. A long conversation is walked before
 * anything is locked.
 */
export async function chooseVersion(
	db: Db,
	accountId: string,
	answerId: string,
	now = Date.now(),
): Promise<Chosen> {
	const answer = await findOwnAnswer(db, accountId, answerId);
	if (!answer) return { outcome: "no-such-answer" };
	await markShown(db, accountId, answerId, now);
	const seen = await tipThrough(db, answerId);
	await transact(db, async (trx) => {
		await lockRow(trx, "conversations", answer.conversation_id);
		await trx
			.updateTable("conversations")
			// Prompts added below since the walk.
			.set({ tip_answer_id: await tipThrough(trx, seen) })
			.where("id", "=", answer.conversation_id)
			.where("account_id", "=", accountId)
			.execute();
	});
	return { outcome: "chosen", conversationId: answer.conversation_id };
}

/** A burst of sixty choices, then one in two seconds: each walks its conversation up and down, which may be long. */
const LIMIT = { burst: 60, everyMs: 2_000 };

/**
 * Throttles the choices of an account; counts the call.
 * @returns seconds to wait, 0 when it may choose
 */
export const throttleChoice = (db: Db, accountId: string, now = Date.now()): Promise<number> =>
	// The account id is random and not personal data, so it is not hashed as the other keys are.
	secondsToWait(withoutSync(db), { key: `choose ${accountId}`, limit: LIMIT }, now);

/**
 * Marks an answer and all above it as shown, so that each fork remembers what was last shown (`readBelow` reads it).
 * For every action that leaves the current branch. A mark is only a hint: the conversation's tip decides what is
 * shown. So marks are written in pages, each in its own transaction, and only at forks where another answer was shown
 * last.
 * @param db not a transaction: a long conversation would make it long
 */
export async function markShown(db: Db, accountId: string, answerId: string, now: number): Promise<void> {
	for await (const refs of inPages(walkUp(db, accountId, answerId))) {
		const forgotten = await shownOtherwise(db, refs);
		if (forgotten.length === 0) continue;
		await transact(db, async (trx) => {
			// Locks the conversation before its answers, in the same order as deletion.
			await lockRow(trx, "conversations", forgotten[0]?.conversation_id ?? "");
			await trx
				.updateTable("answers")
				.set({ chosen_at: now })
				.where(
					"id",
					"in",
					forgotten.map(({ id }) => id),
				)
				.execute();
		});
	}
}

/** Places of a branch checked, and perhaps marked, per transaction. */
const REFS_AT_ONCE = 500;

async function* inPages(refs: AsyncIterable<ExchangeRef>): AsyncGenerator<string[]> {
	let page: string[] = [];
	for await (const { answerId } of refs) {
		if (page.push(answerId) < REFS_AT_ONCE) continue;
		yield page;
		page = [];
	}
	if (page.length > 0) yield page;
}

/** The answers, of these, beside which a sibling was shown last. */
async function shownOtherwise(
	db: Db,
	answerIds: string[],
): Promise<{ id: string; conversation_id: string }[]> {
	const laterAt = (condition: RawBuilder<unknown>) => sql`exists (
		select 1 from prompts other_p join answers other on other.prompt_id = other_p.id
		where other_p.conversation_id = p.conversation_id and ${condition} and other.id <> a.id
			and (coalesce(other.chosen_at, other.created_at), other.created_at, other.id)
				> (coalesce(a.chosen_at, a.created_at), a.created_at, a.id)
	)`;
	// Separate conditions each use their own index.
	const { rows } = await sql<{ id: string; conversation_id: string }>`
		select a.id, a.conversation_id from answers a join prompts p on p.id = a.prompt_id
		where a.id in (${sql.join(answerIds)}) and (
			${laterAt(sql`other_p.parent_answer_id = p.parent_answer_id`)}
			or p.parent_answer_id is null and ${laterAt(sql`other_p.parent_answer_id is null`)}
		)
	`.execute(db);
	return rows;
}
