import { useTranslation } from "react-i18next";
import { useFetcher, useFetchers } from "react-router";
import type { Switches } from "../../../chat/tools/switches.server.ts";
import { answered, isLost, type Lost } from "../../../connection/request-lost.ts";
import type { SentPrompt } from "./draft-storage.ts";
import type { RefusedPrompt } from "./refused-prompt.tsx";

/** A field for this page alone; the server does not read it. */
const BY_ITSELF = "byItself";

/**
 * The prompt being sent. The pending bubble is rendered from the fetcher's form data, so there is no second copy of
 * the input.
 * @param conversationId empty for a new conversation
 */
export function usePendingPrompt(conversationId: string) {
	const key = `ask ${conversationId}`;
	const fetcher = useFetcher<RefusedPrompt | Lost>({ key });
	const { t } = useTranslation("files");
	const text = fetcher.formData?.get("text");
	const files = fetcher.formData?.getAll("fileId").length ?? 0;
	// The server gives files alone the same words.
	const asked = text === "" && files > 0 ? t("alone", { count: files }) : text;
	const data = fetcher.state === "idle" ? fetcher.data : undefined;
	return {
		/** For the form. Not the fetcher's own component, which is another one for each key: the field would be made anew. */
		fetcherKey: key,
		/**
		 * Drops the data of the last refusal, before a prompt is sent: the framework keeps it when that prompt redirects.
		 * A rendering cannot tell old data from new, which it may see while the fetcher is still submitting.
		 */
		forget: fetcher.reset,
		/** Sends a prompt that has waited, in the place of the form's own text and files: another tab may have put it in. */
		sendQueued: (form: HTMLFormElement, { promptId, text, after, files = "" }: SentPrompt) => {
			const data = new FormData(form);
			data.set("promptId", promptId);
			data.set("text", text);
			data.delete("fileId");
			for (const id of files.split(",")) if (id !== "") data.append("fileId", id);
			// The page may show another version by now.
			if (after) data.set("after", after);
			data.set(BY_ITSELF, "1");
			fetcher.reset();
			void fetcher.submit(data, { method: "post", action: "/chat" });
		},
		/** Nobody has just pressed anything for it: the view stays where it is. */
		byItself: fetcher.formData?.has(BY_ITSELF) ?? false,
		/** The text that has been sent and is not in the transcript yet. */
		pending: typeof asked === "string" ? asked : null,
		refused: answered(data) ?? null,
		/** The request was lost, as far as the browser knows. */
		lost: isLost(data) ? data : null,
	};
}

const INTENTS: ReadonlySet<unknown> = new Set(["ask", "edit", "regenerate", "continue"]);

/** The form that starts an answer and is being sent, if there is one; until the page's data has come. */
export const useStartingForm = (): FormData | undefined =>
	useFetchers().find(({ formData }) => INTENTS.has(formData?.get("intent")))?.formData;

/**
 * The choices of the first question of a conversation, for as long as the page's data does not know the conversation.
 */
export const choicesOf = (form: FormData | undefined): { model: string | null; switches: Switches } => ({
	model: form?.get("model")?.toString() ?? null,
	switches: {
		search: form?.has("search") ?? false,
		think: form?.has("think") ?? false,
		tools: form?.getAll("tool").map(String) ?? [],
	},
});

export type PendingPrompt = ReturnType<typeof usePendingPrompt>;
