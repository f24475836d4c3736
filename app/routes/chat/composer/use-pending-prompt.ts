import { useFetcher, useFetchers } from "react-router";
import { answered, isLost, type Lost } from "../../../connection/request-lost.ts";
import type { RefusedPrompt } from "./refused-prompt.tsx";

/**
 * The prompt being sent. The pending bubble is rendered from the fetcher's form data, so there is no second copy of
 * the input.
 * @param conversationId empty for a new conversation
 */
export function usePendingPrompt(conversationId: string) {
	const fetcher = useFetcher<RefusedPrompt | Lost>({ key: `ask ${conversationId}` });
	const text = fetcher.formData?.get("text");
	const data = fetcher.state === "idle" ? fetcher.data : undefined;
	return {
		Form: fetcher.Form,
		/** The text that has been sent and is not in the transcript yet. */
		pending: typeof text === "string" ? text : null,
		refused: answered(data) ?? null,
		/** The request was lost, as far as the browser knows. */
		lost: isLost(data) ? data : null,
	};
}

const INTENTS: ReadonlySet<unknown> = new Set(["ask", "edit", "regenerate", "continue"]);

/** Whether any form that starts an answer is being sent. */
export const useIsPromptPending = () =>
	useFetchers().some(({ formData }) => INTENTS.has(formData?.get("intent")));

export type PendingPrompt = ReturnType<typeof usePendingPrompt>;
