import { useEffect, useEffectEvent, useRef, useState } from "react";
import { joinPrompts, listenToQueued, readQueued, type SentPrompt, saveQueued } from "./draft-storage.ts";

type Options = {
	conversationId: string;
	/** The page's data is still on its way: whether an answer is running is not known. */
	opening: boolean;
	/** The running answer, if there is one. */
	writing: string | null;
	/** Whether an answer has come to its end, as far as is known: it was not stopped and has not failed. */
	isDone: (answerId: string) => boolean;
	/** The ids of the prompts in the transcript. */
	shown: readonly string[];
	/** The ids of the files in this tab's composer, joined, also of those that cannot be read. */
	files: string;
	send: (prompt: SentPrompt) => void;
	/** Puts a prompt back into the field, without losing what the field holds; `asked`: the reader wants it back. */
	giveBack: (prompt: SentPrompt, asked: boolean) => void;
};

/**
 * The next prompt, put in while an answer is running: sent when the answer is done, given back when it ends in another
 * way or when the prompt is refused or lost. Stored on this device until the transcript shows it, so it survives a
 * reload, and another tab's change of it counts.
 */
export function useQueuedPrompt({
	conversationId,
	opening,
	writing,
	isDone,
	shown,
	files,
	send,
	giveBack,
}: Options) {
	const [queued, setQueued] = useState<SentPrompt | null>(null);
	const [sending, setSending] = useState(false);
	const keep = (prompt: SentPrompt | null) => {
		setQueued(prompt);
		saveQueued(conversationId, prompt);
	};
	const release = (prompt: SentPrompt, asked = false) => {
		keep(null);
		setSending(false);
		giveBack(prompt, asked);
	};

	const onOpen = useEffectEvent(() => {
		const stored = readQueued(conversationId);
		if (!stored || shown.includes(stored.promptId)) return saveQueued(conversationId, null);
		// The answer has ended while nobody was here to see it: nothing is sent hours later.
		if (writing) setQueued(stored);
		else release(stored);
	});
	useEffect(() => {
		if (!opening) onOpen();
	}, [opening]);
	const onOtherTab = useEffectEvent((stored: SentPrompt | null) => {
		setQueued(stored);
		setSending(false);
	});
	useEffect(() => listenToQueued(conversationId, (stored) => onOtherTab(stored)), [conversationId]);

	const onEnd = useEffectEvent((answerId: string) => {
		if (!queued) return;
		if (!isDone(answerId)) return release(queued);
		setSending(true);
		send(queued);
	});
	const was = useRef(writing);
	useEffect(() => {
		const ended = writing === null ? was.current : null;
		was.current = writing;
		if (ended !== null) onEnd(ended);
	}, [writing]);

	const arrived = queued !== null && shown.includes(queued.promptId);
	const onArrival = useEffectEvent(() => {
		keep(null);
		setSending(false);
	});
	useEffect(() => {
		if (arrived) onArrival();
	}, [arrived]);

	// A file that is taken away here does not go with the prompt any more.
	const onFiles = useEffectEvent((before: string) => {
		if (!queued?.files || sending || arrived) return;
		const isGone = (id: string) => before.includes(id) && !files.includes(id);
		const left = queued.files.split(",").filter((id) => !isGone(id));
		if (left.join() !== queued.files) keep({ ...queued, files: left.join() });
	});
	const filesBefore = useRef(files);
	useEffect(() => {
		onFiles(filesBefore.current);
		filesBefore.current = files;
	}, [files]);

	return {
		/** The waiting prompt; null also while it is being sent. */
		queued: sending ? null : queued,
		/** Puts a prompt in, with its files: at the end of one that waits. */
		add: (prompt: SentPrompt) => {
			if (!queued) return keep(prompt);
			const all = new Set([queued.files, prompt.files].join().split(","));
			keep({ ...queued, text: joinPrompts(queued.text, prompt.text), files: [...all].join() });
		},
		remove: () => keep(null),
		edit: () => queued && release(queued, true),
		/** The prompt that is being sent was refused or lost. @returns whether there was one */
		failed: () => {
			if (!sending || !queued) return false;
			release(queued);
			return true;
		},
	};
}
