import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";

/** The last answer of the screen, as far as it matters here. */
type Last = Pick<ShownAnswer, "id" | "state" | "length">;

export type Seen = {
	conversationId: string | null;
	answer: Last | null;
	/** A question, or a wish for another answer, is on its way. */
	asking: boolean;
};

/** What is being waited for: the answer to what is on its way, or the end of one that is being written. */
export type Announcement = { before: Seen } | { answerId: string } | null;

/**
 * What happened to the last answer, for those who do not see it. An answer that is simply there, because
 * somebody has come back to it or turned to another version, is no news.
 * @returns what is waited for now, and what is to be said
 */
export function nextAnnouncement(
	hearing: Announcement,
	seen: Seen,
): [Announcement, "begun" | "ended" | null] {
	const { answer, asking } = seen;
	if (asking) return [hearing && "before" in hearing ? hearing : { before: seen }, null];
	const writing = answer?.state === "writing";
	// So quick that nobody has seen it being written.
	if (hearing && "before" in hearing && !writing && isAnswerTo(hearing.before, seen)) return [null, "ended"];
	const awaited = hearing && "answerId" in hearing && hearing.answerId === answer?.id;
	if (writing) return [{ answerId: answer.id }, awaited ? null : "begun"];
	return [null, awaited ? "ended" : null];
}

/** Whether an answer has come; otherwise the question was refused, or left alone for another conversation. */
function isAnswerTo(before: Seen, { conversationId, answer }: Seen): boolean {
	if (before.conversationId !== null && before.conversationId !== conversationId) return false;
	const was = before.answer;
	return answer?.id !== was?.id || answer?.state !== was?.state || answer?.length !== was?.length;
}
