import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { isLost, type Lost } from "../../../connection/request-lost.ts";
import { type RefusedPrompt, RefusedPromptNotice } from "../composer/refused-prompt.tsx";
import { LostNote } from "./lost-note.tsx";
import { Unscripted } from "./stop-form.tsx";

/** Two buttons can retry an answer, and share one place for the result. */
const useRetry = (answerId: string) => useFetcher<RefusedPrompt | Lost>({ key: `retry ${answerId}` });

type FormProps = {
	intent: "regenerate" | "continue" | "repeat";
	answerId: string;
	attemptId: string;
	/** How the answer that is to go on has ended, as the page shows it. */
	seen?: ShownAnswer["state"] | undefined;
	children: (sending: boolean) => ReactNode;
};

/** The form around a button that retries an answer, or a call of it. */
export function RetryForm({ intent, answerId, attemptId, seen, children }: FormProps) {
	const fetcher = useRetry(answerId);
	return (
		<fetcher.Form method="post" action="/chat">
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name="answerId" value={answerId} />
			<input type="hidden" name="attemptId" value={attemptId} />
			{seen && <input type="hidden" name="seen" value={seen} />}
			<Unscripted />
			{children(fetcher.state !== "idle")}
		</fetcher.Form>
	);
}

/** Why a retry was refused. Each refusal is announced anew, also with the same text. */
export function RetryRefused({ answerId }: { answerId: string }) {
	const { state, data } = useRetry(answerId);
	if (state !== "idle" || !data) return null;
	if (isLost(data)) return <LostNote lost={data} of="action" />;
	return <RefusedPromptNotice key={data.promptId} refused={data} />;
}
