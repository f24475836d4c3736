import { findConversation } from "../../../chat/conversations/conversations.server.ts";
import {
	countMessages,
	listOwnShown,
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
		until: expiresAt === null ? null : untilOf(expiresAt),
		openings: openings.map(({ at, ...opening }) => ({ ...opening, at: minuteOf(at) })),
	};
}

export type LoadedShow = NonNullable<Awaited<ReturnType<typeof loadShow>>>;

/** The conversation that the account shows to support now. */
export async function loadOwnShown(accountId: string) {
	const shown = await listOwnShown(db(), accountId);
	return {
		shown: shown.map(({ conversationId, title, expiresAt }) => ({
			conversationId,
			title,
			until: untilOf(expiresAt),
		})),
	};
}

export type LoadedOwnShown = Awaited<ReturnType<typeof loadOwnShown>>;

const untilOf = (at: number) => `${nearDayOf(at)}, ${timeOf(at)}`;
