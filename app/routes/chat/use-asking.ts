import { useFetcher } from "react-router";
import type { Refused } from "./refused.tsx";

/**
 * The question on its way. The pending bubble is drawn from the form itself, so there is no second
 * copy of what was typed.
 * @param conversationId empty for a new conversation
 */
export function useAsking(conversationId: string) {
	const fetcher = useFetcher<Refused>({ key: `ask ${conversationId}` });
	const text = fetcher.formData?.get("text");
	return {
		Form: fetcher.Form,
		/** The text that has been sent and is not in the transcript yet. */
		pending: typeof text === "string" ? text : null,
		refused: fetcher.state === "idle" ? (fetcher.data ?? null) : null,
	};
}

export type Asking = ReturnType<typeof useAsking>;
