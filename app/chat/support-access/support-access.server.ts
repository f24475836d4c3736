import { randomUUID } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import { throttle } from "../../accounts/throttle.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Role } from "../../platform/http/context.server.ts";

const HOUR = 60 * 60_000;

/** How long support may read a conversation that is shown to it. */
export const SHOWN_FOR_MS = 24 * HOUR;

/** In UTF-16 units. */
export const NOTE_LIMIT = 500;

/** The number of conversations that a person may show at once, then one in an hour. */
const LIMIT = { burst: 20, everyMs: HOUR };

/** The latest openings of a conversation that its owner is shown. */
const OPENINGS_SHOWN = 20;

export type Shown =
	| { outcome: "shown" | "no-such-conversation" }
	| { outcome: "too-many"; retryAfterMs: number };

/**
 * Lets support read a conversation for 24 hours. Where it may already, nothing is prolonged; a note replaces the older
 * one.
 * @param note the person's words on what has happened; "": none
 */
export function showToSupport(
	db: Db,
	accountId: string,
	{ conversationId, note }: { conversationId: string; note: string },
	now = Date.now(),
): Promise<Shown> {
	return transact(db, async (trx): Promise<Shown> => {
		// One after another: two presses are one access.
		const conversation = await lockRow(trx, "conversations", conversationId);
		if (conversation?.account_id !== accountId || conversation.deleted_at !== null)
			return { outcome: "no-such-conversation" };
		const live = await trx
			.selectFrom("support_access")
			.select("id")
			.where("conversation_id", "=", conversationId)
			.where(isLive(now))
			.executeTakeFirst();
		if (live) {
			if (note) await trx.updateTable("support_access").set({ note }).where("id", "=", live.id).execute();
			return { outcome: "shown" };
		}
		const verdict = await throttle(trx, { key: `support access ${accountId}`, limit: LIMIT }, now);
		if (!verdict.allowed) return { outcome: "too-many", retryAfterMs: verdict.retryAfterMs };
		await trx
			.insertInto("support_access")
			.values({
				id: randomUUID(),
				account_id: accountId,
				conversation_id: conversationId,
				note: note || null,
				granted_at: now,
				expires_at: now + SHOWN_FOR_MS,
				closed_at: null,
			})
			.execute();
		return { outcome: "shown" };
	});
}

/**
 * Ends support's access to a conversation at once. Harmless where there is none.
 * @returns whether the account has such a conversation
 */
export async function closeSupportAccess(
	db: Db,
	accountId: string,
	conversationId: string,
	now = Date.now(),
): Promise<boolean> {
	const conversation = await db
		.selectFrom("conversations")
		.select("id")
		.where("id", "=", conversationId)
		.where("account_id", "=", accountId)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	if (!conversation) return false;
	await db
		.updateTable("support_access")
		.set({ closed_at: now })
		.where("conversation_id", "=", conversationId)
		.where(isLive(now))
		.execute();
	return true;
}

/** A member of staff who has opened a conversation. `name` is null where the account has none, or is deleted. */
export type Opening = { at: number; role: Role; name: string | null };

/** Support's access to a conversation, as its owner sees it. */
export type OwnSupportAccess = {
	/** Null: support cannot read it now. */
	expiresAt: number | null;
	/** The latest ones, also of earlier accesses, the newest first. */
	openings: Opening[];
};

export async function readSupportAccess(
	db: Db,
	accountId: string,
	conversationId: string,
	now = Date.now(),
): Promise<OwnSupportAccess> {
	const live = await db
		.selectFrom("support_access")
		.select("expires_at")
		.where("conversation_id", "=", conversationId)
		.where("account_id", "=", accountId)
		.where(isLive(now))
		.executeTakeFirst();
	const openings = await db
		.selectFrom("support_openings as o")
		.innerJoin("support_access as s", "s.id", "o.access_id")
		.leftJoin("accounts as a", "a.id", "o.staff_id")
		.select(["o.at", "o.staff_role as role", "a.name"])
		.where("s.conversation_id", "=", conversationId)
		.where("s.account_id", "=", accountId)
		.orderBy("o.at", "desc")
		.orderBy("o.id")
		.limit(OPENINGS_SHOWN)
		.execute();
	return {
		expiresAt: live ? Number(live.expires_at) : null,
		openings: openings.map(({ at, ...opening }) => ({ ...opening, at: Number(at) })),
	};
}

/** Whether a row of `support_access` lets support read now. */
export const isLive = (now: number) => (eb: ExpressionBuilder<Tables, "support_access">) =>
	eb.and([
		eb("support_access.closed_at", "is", null),
		eb("support_access.expires_at", ">", now),
		eb.exists(
			eb
				.selectFrom("conversations")
				.innerJoin("accounts", "accounts.id", "conversations.account_id")
				.select("conversations.id")
				.whereRef("conversations.id", "=", "support_access.conversation_id")
				.where("conversations.deleted_at", "is", null)
				// An account that is blocked could not end the access itself.
				.where("accounts.state", "=", "active"),
		),
	]);

/** More than anybody shows within 24 hours: `LIMIT` is reached before. */
const OWN_SHOWN = 50;

/** The person's conversations that support may read now, those that were shown last first. */
export async function listOwnShown(db: Db, accountId: string, now = Date.now()) {
	const rows = await db
		.selectFrom("support_access")
		.innerJoin("conversations as c", "c.id", "support_access.conversation_id")
		.select(["c.id as conversationId", "c.title", "support_access.expires_at as expiresAt"])
		.where("support_access.account_id", "=", accountId)
		.where(isLive(now))
		.orderBy("support_access.granted_at", "desc")
		.orderBy("support_access.id", "desc")
		.limit(OWN_SHOWN)
		.execute();
	return rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: Number(expiresAt) }));
}

/** The number of a conversation's messages, with all versions of each. */
export async function countMessages(db: Db, accountId: string, conversationId: string): Promise<number> {
	const counts = (["prompts", "answers"] as const).map((table) =>
		db
			.selectFrom(table)
			.select(({ fn }) => fn.countAll().as("count"))
			.where("conversation_id", "=", conversationId)
			.where("account_id", "=", accountId)
			.executeTakeFirstOrThrow(),
	);
	return (await Promise.all(counts)).reduce((sum, { count }) => sum + Number(count), 0);
}
