import type { Db } from "../../platform/db/connection.server.ts";
import { COLLECTION_LIMITS } from "./collection-limits.ts";
import { listCollections, type ShownCollection } from "./collections.server.ts";

/**
 * Attaches collections to a conversation: it knows their documents from now on, also those that are added later.
 * @param conversationId of this account: the caller knows
 * @returns "no-such-collection" with nothing changed; "full": it would have more than it may
 */
export async function attachCollections(
	trx: Db,
	accountId: string,
	conversationId: string,
	collectionIds: readonly string[],
	now: number,
): Promise<"done" | "full" | "no-such-collection"> {
	const ids = [...new Set(collectionIds)];
	if (ids.length === 0) return "done";
	const own = await trx
		.selectFrom("collections")
		.select("id")
		.where("id", "in", ids)
		.where("account_id", "=", accountId)
		.execute();
	if (own.length < ids.length) return "no-such-collection";
	const before = await attachedTo(trx, conversationId);
	if (new Set([...before, ...ids]).size > COLLECTION_LIMITS.perConversation) return "full";
	await trx
		.insertInto("conversation_collections")
		.values(ids.map((id) => ({ conversation_id: conversationId, collection_id: id, attached_at: now })))
		.onConflict((conflict) => conflict.columns(["conversation_id", "collection_id"]).doNothing())
		.execute();
	return "done";
}

/** Detaches collections; those of another account are not touched. */
export async function detachCollections(
	db: Db,
	accountId: string,
	conversationId: string,
	collectionIds: readonly string[],
): Promise<void> {
	if (collectionIds.length === 0) return;
	const own = db
		.selectFrom("collections")
		.select("id")
		.where("id", "in", [...collectionIds])
		.where("account_id", "=", accountId);
	await db
		.deleteFrom("conversation_collections")
		.where("conversation_id", "=", conversationId)
		.where("collection_id", "in", own)
		.execute();
}

/** The collections of a conversation of this account. */
export async function collectionsOf(
	db: Db,
	accountId: string,
	conversationId: string,
): Promise<ShownCollection[]> {
	const ids = await attachedTo(db, conversationId);
	return ids.length === 0 ? [] : findCollections(db, accountId, ids);
}

/** The collections of these ids that are the account's. */
export async function findCollections(
	db: Db,
	accountId: string,
	ids: readonly string[],
): Promise<ShownCollection[]> {
	if (ids.length === 0) return [];
	return (await listCollections(db, accountId)).filter(({ id }) => ids.includes(id));
}

const attachedTo = async (db: Db, conversationId: string): Promise<string[]> =>
	(
		await db
			.selectFrom("conversation_collections")
			.select("collection_id")
			.where("conversation_id", "=", conversationId)
			.execute()
	).map(({ collection_id }) => collection_id);
