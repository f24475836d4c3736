import { type FormEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { joinPrompts, type Owner } from "./draft-storage.ts";
import type { RefusedPrompt } from "./refused-prompt.tsx";
import { useDraft } from "./use-draft.ts";
import type { PendingPrompt } from "./use-pending-prompt.ts";
import { useQueuedPrompt } from "./use-queued-prompt.ts";

export type ComposerText = {
	conversationId: string;
	/** The page's data is still on its way: what it would bring is empty, and a question waits for it. */
	opening: boolean;
	/** An unused id. */
	promptId: string;
	/** The initial text. */
	asked: string;
	/** Characters. */
	limit: number;
	/** The running answer, if there is one. */
	writing: string | null;
	/** Whether an answer is known to have been written to its end. */
	isDone: (answerId: string) => boolean;
	/** The last answer on the page: the prompt follows it. */
	after: string | null;
	/** The ids of the prompts in the transcript. */
	shown: readonly string[];
	/** The account, which scopes drafts on the device. */
	owner: Owner;
	refused: RefusedPrompt | null;
	prompt: PendingPrompt;
	/** The ids of the files that go with the text, joined. */
	files: string;
	/** The ids of those that cannot be read. */
	unread: string;
};

/** The text of the composer on its way: a draft, sent or put in after a running answer, refused or lost. */
export function useComposerText(area: RefObject<HTMLTextAreaElement | null>, props: ComposerText) {
	const { conversationId, opening, writing, isDone, shown, refused, prompt } = props;
	const { text, setText, sent, setSent } = useDraft(
		props.owner,
		conversationId,
		refused?.text ?? props.asked,
		props.asked,
		shown,
	);
	// Text typed before hydration stands in the field alone: the next rendering would remove it.
	useLayoutEffect(() => {
		const typed = area.current?.value ?? "";
		setText((now) => now || typed);
	}, [area, setText]);
	// The same text with the same files is the same prompt, however often it is sent.
	const isRetry = sent !== null && sent.text === text && (sent.files ?? "") === props.files;
	// The server may have the text that was lost: it says so when another one comes under the same id.
	const promptId = sent && (isRetry || prompt.lost) ? sent.promptId : (refused?.promptId ?? props.promptId);
	/** The prompt that waited is back in the field. */
	const [returned, setReturned] = useState(false);
	const queue = useQueuedPrompt({
		conversationId,
		opening,
		writing,
		isDone,
		shown,
		files: props.files,
		unread: props.unread,
		send: (queued) => {
			if (area.current?.form) prompt.sendQueued(area.current.form, queued);
		},
		giveBack: (queued, wanted) => {
			setText((now) => joinPrompts(queued.text, now));
			setReturned(!wanted);
			// Sent once more, unchanged, it is the same prompt: the lost request may have arrived.
			setSent({ ...queued, files: props.files });
		},
	});
	// A refused prompt is sent again under an unused id; another field may have brought its text.
	const onRefused = useEffectEvent((text: string) => {
		const wasQueued = queue.failed();
		setSent(null);
		if (text && !wasQueued) setText((now) => now || text);
	});
	useEffect(() => {
		if (refused) onRefused(refused.text);
	}, [refused]);
	const onLost = useEffectEvent(() => void queue.failed());
	useEffect(() => {
		if (prompt.lost) onLost();
	}, [prompt.lost]);

	const [sendsOnceOpen, setSendsOnceOpen] = useState(false);
	const onOpen = useEffectEvent(() => {
		setSendsOnceOpen(false);
		if (sendsOnceOpen && text.trim() !== "") area.current?.form?.requestSubmit();
	});
	useEffect(() => {
		if (!opening) onOpen();
	}, [opening]);

	const whole = queue.queued ? joinPrompts(queue.queued.text, text) : text;
	return {
		text,
		type: (typed: string) => {
			setText(typed);
			setReturned(false);
		},
		promptId,
		/** Characters, with those of the prompt that it would join; negative when there are too many. */
		left: props.limit - whole.length,
		queue,
		/** The last request for this text was lost. */
		lost: isRetry || returned ? prompt.lost : null,
		returned: returned && !prompt.lost && !refused,
		onSubmit: (event: FormEvent) => {
			// It is being sent, and stays in the field until the transcript shows it.
			if (prompt.pending !== null) return event.preventDefault();
			if (opening) {
				setSendsOnceOpen(true);
				return event.preventDefault();
			}
			setReturned(false);
			if (!writing) {
				prompt.forget();
				return setSent({ promptId, text, files: props.files });
			}
			event.preventDefault();
			if (text.trim() === "" || whole.length > props.limit) return;
			queue.add({ promptId, text, after: props.after, files: props.files, unread: props.unread });
			setText("");
		},
	};
}
