import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { forgetFirst, keepSent, keepText, recallDraft, type Sent } from "./kept-drafts.ts";

type Draft = {
	text: string;
	setText: Dispatch<SetStateAction<string>>;
	/** The last sent text, until the transcript shows it. */
	sent: Sent | null;
	setSent: (sent: Sent | null) => void;
};

/**
 * The unsent input of each conversation, stored on this device: it is removed only when its prompt is in the
 * transcript. A sign-out clears the device's storage (`Clear-Site-Data`); when a session expired, the drafts stay for
 * the same account only.
 * @param owner identifies the account
 * @param given the initial text, which takes precedence
 * @param shown the ids of the prompts in the transcript
 */
export function useDraft(
	owner: string,
	conversationId: string,
	given: string,
	shown: readonly string[],
): Draft {
	const [text, setText] = useState(given);
	const [sent, setSent] = useState<Sent | null>(null);
	const read = useRef(false);
	useEffect(() => {
		if (read.current) return keepText(conversationId, text);
		// The server knows no drafts, so the first render is without one.
		read.current = true;
		const kept = recallDraft(owner, conversationId);
		if (kept.text) setText((now) => now || kept.text);
		setSent(kept.sent);
	}, [owner, conversationId, text]);
	const last = shown.join();
	useEffect(() => {
		const ids = last.split(",");
		forgetFirst(ids);
		if (!sent || !ids.includes(sent.promptId)) return;
		setText((now) => (now === sent.text ? "" : now));
		setSent(null);
		keepSent(conversationId, null);
	}, [last, sent, conversationId]);
	return {
		text,
		setText,
		sent,
		setSent: (next) => {
			setSent(next);
			keepSent(conversationId, next);
			// Another tab of this conversation may have emptied their shared storage meanwhile.
			if (next) keepText(conversationId, next.text);
		},
	};
}
