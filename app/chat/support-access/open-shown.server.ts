import { randomUUID } from "node:crypto";
import { refusalOf } from "../../accounts/staff/act-on-person.server.ts";
import { type Actor, appendToJournal, lockJournal } from "../../accounts/staff/journal.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import {
	findConversation,
	readConversation,
	type ShownExchange,
} from "../conversations/conversations.server.ts";
import { isLive } from "./support-access.server.ts";

export type OpenedConversation = {
	accountId: string;
	title: string;
	note: string | null;
	expiresAt: number;
	exchanges: ShownExchange[];
	/** Whether the branch continues above and below what is shown. */
	earlier: boolean;
	later: boolean;
};

/**
 * Opens a conversation that its owner has shown to support: the one way in which anybody but its owner reads a
 * conversation. Right, access, opening and journal are checked and written in one transaction, before a word is read.
 * @param actor a member of staff
 * @param before goes on above this message
 * @returns null: there is no live access of this id, the actor has no right (any more), or the message is not there
 */
export async function openShownConversation(
	db: Db,
	actor: Actor,
	{ id, before }: { id: string; before: string | null },
	now = Date.now(),
): Promise<OpenedConversation | null> {
	const access = await transact(db, (trx) => recordOpening(trx, actor, id, now));
	if (!access) return null;
	const head = await findConversation(db, access.account_id, access.conversation_id);
	const conversation = head && (await readConversation(db, access.account_id, head, { before }));
	if (!conversation) return null;
	return {
		accountId: access.account_id,
		title: head.title,
		note: access.note,
		expiresAt: Number(access.expires_at),
		exchanges: conversation.exchanges,
		earlier: conversation.earlier,
		later: conversation.later,
	};
}

async function recordOpening(trx: Db, actor: Actor, id: string, now: number) {
	if (!actor.accountId || !actor.role) return null;
	await lockJournal(trx);
	if (await refusalOf(trx, actor, "shownConversations")) return null;
	// An update, since it waits for a person who closes the access at this moment.
	const access = await trx
		.updateTable("support_access")
		.set((eb) => ({ expires_at: eb.ref("expires_at") }))
		.where("id", "=", id)
		.where(isLive(now))
		.returning(["id", "account_id", "conversation_id", "note", "expires_at"])
		.executeTakeFirst();
	if (!access) return null;
	const opening = {
		id: randomUUID(),
		access_id: id,
		staff_id: actor.accountId,
		staff_role: actor.role,
		at: now,
	};
	await trx.insertInto("support_openings").values(opening).execute();
	const entry = { act: "conversation-opened", accountId: access.account_id, after: access.id } as const;
	await appendToJournal(trx, actor, entry, now);
	return access;
}
