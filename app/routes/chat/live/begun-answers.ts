import { useSyncExternalStore } from "react";
import { listenToAnsweredForms } from "../../../connection/answered-forms.ts";
import { newId } from "../new-id.ts";
import { BEGUN_ANSWER, BEGUN_IN } from "./begun-answer-header.ts";

/** An answer that a form of this page has begun, named by the response to the form. */
export type BegunAnswer = {
	answerId: string;
	conversationId: string;
	/** When the response came. */
	at: number;
	/** An unused id for the next prompt: the page's own is that of this one until its data comes. */
	nextPromptId: string;
};

/** Nobody sends more forms before the first of them has brought its page. */
const KEPT = 8;

const begun = new Map<string, BegunAnswer>();

/** The identity of a form that begins an answer: a prompt, or another attempt at one. */
function referenceOf(fields: FormData | URLSearchParams): string | null {
	const reference = fields.get("promptId") ?? fields.get("attemptId");
	return typeof reference === "string" && reference !== "" ? reference : null;
}

const subscribe = (changed: () => void) =>
	listenToAnsweredForms(({ fields, headers }) => {
		const answerId = headers.get(BEGUN_ANSWER);
		const reference = referenceOf(fields);
		const conversationId = headers.get(BEGUN_IN);
		if (!answerId || !conversationId || !reference) return;
		if (begun.get(reference)?.answerId === answerId) return;
		begun.set(reference, { answerId, conversationId, at: Date.now(), nextPromptId: newId() });
		for (const oldest of begun.keys()) if (begun.size > KEPT) begun.delete(oldest);
		changed();
	});

/** The answer that a form has begun; undefined before the server has answered it, and where it was refused. */
export function useBegunAnswer(form: FormData | undefined): BegunAnswer | undefined {
	const reference = form && referenceOf(form);
	return useSyncExternalStore(
		subscribe,
		() => (reference ? begun.get(reference) : undefined),
		() => undefined,
	);
}
