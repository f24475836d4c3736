import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";

/** The last answer on the screen. */
type Last = Pick<ShownAnswer, "id" | "state" | "length">;

export type Seen = {
	conversationId: string | null;
	answer: Last | null;
	/** A prompt or a regeneration is being sent. */
	pending: boolean;
};

/** The state of the announcer: waiting for the answer to a sent prompt, or for the end of a running one. */
export type AnnouncerState = { before: Seen } | { answerId: string } | null;

/**
 * Decides what a screen reader announces about the last answer. An answer that is merely displayed, after a return or
 * a switch of versions, is not announced.
 * @returns the next state, and what to announce
 */
export function nextAnnouncement(
	state: AnnouncerState,
	seen: Seen,
): [AnnouncerState, "begun" | "ended" | null] {
	const { answer, pending } = seen;
	if (pending) return [state && "before" in state ? state : { before: seen }, null];
	const writing = answer?.state === "writing";
	// It finished before it was rendered as running.
	if (state && "before" in state && !writing && isAnswerTo(state.before, seen)) return [null, "ended"];
	const awaited = state && "answerId" in state && state.answerId === answer?.id;
	if (writing) return [{ answerId: answer.id }, awaited ? null : "begun"];
	return [null, awaited ? "ended" : null];
}

/** Whether there is a new answer; otherwise the prompt was refused, or the user went to another conversation. */
function isAnswerTo(before: Seen, { conversationId, answer }: Seen): boolean {
	if (before.conversationId !== null && before.conversationId !== conversationId) return false;
	const was = before.answer;
	return answer?.id !== was?.id || answer?.state !== was?.state || answer?.length !== was?.length;
}
