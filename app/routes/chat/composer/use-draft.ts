import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { forgetFirst, keepSent, keepText, recallDraft, type Sent } from "./kept-drafts.ts";

type Draft = {
	text: string;
	setText: Dispatch<SetStateAction<string>>;
	/** The text as it was sent last, until the transcript shows it. */
	sent: Sent | null;
	setSent: (sent: Sent | null) => void;
};

/**
 * What is typed and not taken yet, kept on this device for each conversation: it goes only when its question stands
 * in the transcript. A sign-out wipes the device's storage (`Clear-Site-Data`); where a session ended by itself, the
 * drafts wait for the same person only.
 * @param owner tells people apart
 * @param given what is to be in the field in any case
 * @param shown the ids of the questions in the transcript
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
		// The server knows no drafts, so the first picture is without one.
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
			// Another tab of this conversation may have emptied their common place meanwhile.
			if (next) keepText(conversationId, next.text);
		},
	};
}
