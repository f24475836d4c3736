import { useSyncExternalStore } from "react";
import { listenToAnsweredForms } from "../../../connection/answered-forms.ts";
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

/** A UUID of version 4. Over plain http browsers have no `crypto.randomUUID`. */
function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
	const variant = "89ab"[(bytes[8] ?? 0) & 3];
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
