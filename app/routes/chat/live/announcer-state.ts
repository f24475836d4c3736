import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";

/** An answer on the screen. */
type OnScreen = Pick<ShownAnswer, "id" | "state" | "length">;

export type Seen = {
	conversationId: string | null;
	answer: OnScreen | null;
	/** A prompt or a regeneration is being sent. */
	pending: boolean;
};

/**
 * The state of the announcer: `before`, waiting for the answer to a sent prompt; `answerId`, an answer that is known to
 * be written.
 */
export type AnnouncerState = { before?: Seen; answerId?: string } | null;

/** The answer that is being written. One above it that its question ends seems to be, until the page's data comes. */
export const writingOf = <Answer extends OnScreen>(answers: readonly Answer[]): Answer | undefined =>
	answers.findLast(({ state }) => state === "writing");

/**
 * The answer that a screen reader is told about: the last one, unless a call of an earlier one is made anew.
 * @param answers on the screen, oldest first
 */
export function answerToTell<Answer extends OnScreen>(
	state: AnnouncerState,
	answers: readonly Answer[],
): Answer | null {
	const awaited = state?.before ? null : state?.answerId;
	return writingOf(answers) ?? answers.find(({ id }) => id === awaited) ?? answers.at(-1) ?? null;
}

/**
 * Decides what a screen reader announces about an answer. One that is merely displayed, after a return or a switch of
 * versions, is not announced.
 * @returns the next state, and what to announce
 */
export function nextAnnouncement(
	state: AnnouncerState,
	seen: Seen,
): [AnnouncerState, "begun" | "ended" | null] {
	const { answer, pending } = seen;
	// The one that was written stays known: a question that is refused does not end it. What is on the screen by now may
	// be the new one already, which nobody has been told of.
	if (pending) return [{ before: seen, ...state }, null];
	const writing = answer?.state === "writing";
	// It finished before it was rendered as running.
	if (state?.before && !writing && isAnswerTo(state.before, seen)) return [null, "ended"];
	const awaited = answer !== null && state?.answerId === answer.id;
	if (writing) return [{ answerId: answer.id }, awaited ? null : "begun"];
	return [null, awaited ? "ended" : null];
}

/** Whether there is a new answer; otherwise the prompt was refused, or the user went to another conversation. */
function isAnswerTo(before: Seen, { conversationId, answer }: Seen): boolean {
	if (before.conversationId !== null && before.conversationId !== conversationId) return false;
	const was = before.answer;
	return answer?.id !== was?.id || answer?.state !== was?.state || answer?.length !== was?.length;
}
