import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { isLost, type Lost } from "../../../connection/request-lost.ts";
import { Problem, type Refused } from "../composer/refused.tsx";
import { LostNote } from "./lost-note.tsx";
import { Unscripted } from "./stop-form.tsx";

/** An answer may be asked for again by two buttons, and has one place for what came of it. */
const useAgain = (answerId: string) => useFetcher<Refused | Lost>({ key: `again ${answerId}` });

type FormProps = {
	intent: "regenerate" | "continue";
	answerId: string;
	attemptId: string;
	children: (sending: boolean) => ReactNode;
};

/** Around the button that has an answer made anew or continued. */
export function RetryForm({ intent, answerId, attemptId, children }: FormProps) {
	const fetcher = useAgain(answerId);
	return (
		<fetcher.Form method="post" action="/chat">
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name="answerId" value={answerId} />
			<input type="hidden" name="attemptId" value={attemptId} />
			<Unscripted />
			{children(fetcher.state !== "idle")}
		</fetcher.Form>
	);
}

/** Why the answer was not asked for again. Each refusal is said anew, also in the same words. */
export function RetryRefused({ answerId }: { answerId: string }) {
	const { state, data } = useAgain(answerId);
	if (state !== "idle" || !data) return null;
	if (isLost(data)) return <LostNote lost={data} of="act" />;
	return <Problem key={data.promptId} refused={data} />;
}
