import { findConversation } from "../../../chat/conversations/conversations.server.ts";
import {
	countMessages,
	NOTE_LIMIT,
	readSupportAccess,
} from "../../../chat/support-access/support-access.server.ts";
import { minuteOf, nearDayOf, timeOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";

/** @returns null: the account has no such conversation */
export async function loadShow(accountId: string, conversationId: string) {
	const conversation = await findConversation(db(), accountId, conversationId);
	if (!conversation) return null;
	const { expiresAt, openings } = await readSupportAccess(db(), accountId, conversationId);
	return {
		id: conversation.id,
		title: conversation.title,
		count: await countMessages(db(), accountId, conversationId),
		noteLimit: NOTE_LIMIT,
		/** Null: it is not shown now. */
		until: expiresAt === null ? null : `${nearDayOf(expiresAt)}, ${timeOf(expiresAt)}`,
		openings: openings.map(({ at, ...opening }) => ({ ...opening, at: minuteOf(at) })),
	};
}

export type LoadedShow = NonNullable<Awaited<ReturnType<typeof loadShow>>>;
