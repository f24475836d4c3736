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
	/** The ids of the files in this tab's composer, joined: of those that go with a prompt, and that cannot be read. */
	files: string;
	unread: string;
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
	unread,
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

	// A file that is taken away here does not go with the prompt any more, nor does one as long as it cannot be read. The
	// tab that sends the prompt may be another one, which does not know of that.
	const onFiles = useEffectEvent((here: string, before: string) => {
		if (!queued || sending || arrived) return;
		const its = idsOf(queued.files, queued.unread).filter((id) => here.includes(id) || !before.includes(id));
		const goes = (id: string) => (here.includes(id) ? files : (queued.files ?? "")).includes(id);
		const kept = { files: its.filter(goes).join(), unread: its.filter((id) => !goes(id)).join() };
		if (kept.files !== queued.files || kept.unread !== queued.unread) keep({ ...queued, ...kept });
	});
	const hereBefore = useRef("");
	useEffect(() => {
		const here = [files, unread].join();
		onFiles(here, hereBefore.current);
		hereBefore.current = here;
	}, [files, unread]);

	return {
		/** The waiting prompt; null also while it is being sent. */
		queued: sending ? null : queued,
		/** Puts a prompt in, with its files: at the end of one that waits. */
		add: (prompt: SentPrompt) => {
			if (!queued) return keep(prompt);
			keep({
				...queued,
				text: joinPrompts(queued.text, prompt.text),
				files: idsOf(queued.files, prompt.files).join(),
				unread: idsOf(queued.unread, prompt.unread).join(),
			});
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

const idsOf = (...joined: (string | undefined)[]) => [...new Set(joined.join().split(","))].filter(Boolean);
