import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { useRevalidation } from "../../../connection/use-revalidation.ts";
import { followAnswer, type Live } from "./follow-answer.ts";
import { throttleToFrames } from "./frame-throttle.ts";

/**
 * The displayed state of an answer: the loader's text, and, while it is running, the updates of the live stream. At
 * the end the loader runs again, and its result is final.
 */
export function useAnswer(answer: ShownAnswer): Live & { signedOut: boolean } {
	const writing = answer.state === "writing";
	const [live, setLive] = useState<Live>(answer);
	const [signedOut, setSignedOut] = useState(false);
	const askAnew = useRevalidation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: a revalidation in mid-answer must not restart the stream
	useEffect(() => {
		if (!writing) return;
		setLive(answer);
		setSignedOut(false);
		let changes: ((live: Live) => Live)[] = [];
		const { request, stop } = throttleToFrames(() => {
			const made = changes;
			changes = [];
			flushSync(() => setLive((before) => made.reduce((now, change) => change(now), before)));
		});
		const update = (change: (live: Live) => Live) => {
			changes.push(change);
			request();
		};
		const leave = followAnswer(answer.id, answer.cursor, {
			update,
			ended: () => askAnew(),
			titled: () => askAnew("frame"),
			// The composer and the announcer know the page's data alone.
			waiting: () => askAnew(),
			signedOut: setSignedOut,
		});
		return () => {
			leave();
			stop();
		};
	}, [answer.id, writing]);
	return { ...(writing ? live : answer), signedOut: writing && signedOut };
}
