import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { isRouteErrorResponse } from "react-router";
import type { FrameworkPage } from "../../../build-version/framework.ts";
import {
	isMadeOf,
	joinPrompts,
	moveToNew,
	type Owner,
	readDraft,
	type SentPrompt,
	saveSent,
	saveText,
	takeFirst,
} from "./draft-storage.ts";
import { restoreOwn } from "./tab-storage.ts";

type Draft = {
	text: string;
	setText: Dispatch<SetStateAction<string>>;
	/** The last sent text, until the transcript shows it. */
	sent: SentPrompt | null;
	setSent: (sent: SentPrompt | null) => void;
};

/**
 * The unsent input of each conversation, stored on this device: it is removed only when its prompt is in the
 * transcript. A sign-out clears the device's storage (`Clear-Site-Data`); when a session expired, the drafts stay for
 * the same account only.
 * @param given the initial text, which takes precedence over all but what was made of it
 * @param asked the initial text that the address brings
 * @param shown the ids of the prompts in the transcript
 */
export function useDraft(
	owner: Owner,
	conversationId: string,
	given: string,
	asked: string,
	shown: readonly string[],
): Draft {
	const [text, setText] = useState(given);
	const [sent, setSent] = useState<SentPrompt | null>(null);
	// Another object with each load of the page's data, which is no reason to store the text once more.
	const [account] = useState(owner);
	/** The text that was read or saved last; null: nothing was read yet. */
	const kept = useRef<string | null>(null);
	useEffect(() => {
		if (kept.current !== null) {
			// What was only read is not stored once more: another tab may have stored its own since.
			if (text !== kept.current) saveText(conversationId, text, asked);
			kept.current = text;
			return;
		}
		// Once for the page, also while it shows another conversation: what this tab has there is kept as well.
		addEventListener("storage", restoreOwn);
		// Before what is stored becomes this tab's own.
		const isChanged = isMadeOf(conversationId, asked);
		// The server knows no drafts, so the first render is without one.
		const stored = readDraft(account, conversationId);
		kept.current = stored.text;
		if (stored.text)
			setText((now) => (isChanged && now === given ? stored.text : withStored(stored.text, now, given)));
		setSent(stored.sent);
	}, [account, conversationId, text, given, asked]);
	const last = shown.join();
	useEffect(() => {
		const ids = last.split(",");
		const typed = takeFirst(conversationId, ids);
		if (typed) setText((now) => now || typed);
		if (!sent || !ids.includes(sent.promptId)) return;
		setText((now) => (now === sent.text ? "" : now));
		setSent(null);
		saveSent(conversationId, null);
	}, [last, sent, conversationId]);
	// The page of the error is in the place of a conversation that is gone, deleted in another tab for instance.
	useEffect(() => () => void (isGone(conversationId) && moveToNew(conversationId)), [conversationId]);
	return {
		text,
		setText,
		sent,
		setSent: (next) => {
			setSent(next);
			saveSent(conversationId, next);
			// Another tab of this conversation may have emptied their shared storage meanwhile.
			if (next) saveText(conversationId, next.text, asked);
		},
	};
}

/** Whether the router shows a 404 in the place of a conversation. */
function isGone(conversationId: string): boolean {
	const { errors, location } = (window as FrameworkPage).__reactRouterDataRouter?.state ?? {};
	if (new URLSearchParams(location?.search).get("c") !== conversationId) return false;
	return Object.values(errors ?? {}).some((error) => isRouteErrorResponse(error) && error.status === 404);
}

/** Text typed before the draft was read stands behind it; an initial text takes its place. */
function withStored(stored: string, now: string, given: string): string {
	if (now === "") return stored;
	return now === given || now.includes(stored) ? now : joinPrompts(stored, now);
}
