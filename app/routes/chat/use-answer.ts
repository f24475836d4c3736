import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import type { ShownAnswer } from "../../chat/conversations.server.ts";
import { applyPatches, type Patch } from "../../chat/markdown/patch.ts";
import type { Tree } from "../../chat/markdown/tree.ts";
import { paced } from "./pace.ts";
import { asksToSignIn } from "./signed-out.tsx";

type Live = { blocks: readonly Tree[]; reasoning: string; contextCut: number };

type Reader = {
	/** Shown with the next frame. */
	update: (change: (live: Live) => Live) => void;
	/** The page has to be asked what became of the answer. */
	ended: () => void;
	/** The session is over. */
	signedOut: () => void;
};

/**
 * What to show of an answer: the page's own text, and, while it is being written, what the live stream
 * adds to it. At the end the page's loader is asked again, and it is the final truth.
 */
export function useAnswer(answer: ShownAnswer): Live & { signedOut: boolean } {
	const writing = answer.state === "writing";
	const [live, setLive] = useState<Live>(startOf(answer));
	const [signedOut, setSignedOut] = useState(false);
	const { revalidate } = useRevalidator();
	// biome-ignore lint/correctness/useExhaustiveDependencies: a revalidation in mid-answer must not restart the stream
	useEffect(() => {
		if (!writing) return;
		setLive(startOf(answer));
		setSignedOut(false);
		let changes: ((live: Live) => Live)[] = [];
		const { come, stop } = paced(() => {
			const made = changes;
			changes = [];
			flushSync(() => setLive((before) => made.reduce((now, change) => change(now), before)));
		});
		const update = (change: (live: Live) => Live) => {
			changes.push(change);
			come();
		};
		const ended = () => void revalidate();
		const leave = follow(answer.id, answer.cursor, { update, ended, signedOut: () => setSignedOut(true) });
		return () => {
			leave();
			stop();
		};
	}, [answer.id, writing]);
	return { ...(writing ? live : answer), signedOut };
}

const startOf = ({ blocks, reasoning, contextCut }: ShownAnswer): Live => ({ blocks, reasoning, contextCut });

/**
 * Reads `/chat/events`. The patches of one batch belong together and only the last bears the new id, so
 * they are kept back until it comes; a connection lost in between drops them, and the server, asked
 * again from the old id, sends them anew. After the end the page is asked, and once more when the
 * conversation has got a title from the model.
 */
function follow(answerId: string, after: number, { update, ended, signedOut }: Reader): () => void {
	const address = `/chat/events?answer=${encodeURIComponent(answerId)}&after=${after}&title=1`;
	const source = new EventSource(address);
	let left = false;
	let over = false;
	let cursor = after;
	let batch: Patch[] = [];
	let thought = "";
	const take = (id: string) => {
		if (Number(id) <= cursor) return;
		const [patches, reasoning] = [batch, thought];
		cursor = Number(id);
		batch = [];
		thought = "";
		update((live) => ({
			...live,
			blocks: applyPatches(live.blocks, patches),
			reasoning: live.reasoning + reasoning,
		}));
	};
	source.addEventListener("patch", (event) => {
		batch.push(JSON.parse(event.data));
		take(event.lastEventId);
	});
	source.addEventListener("reasoning", (event) => {
		thought += JSON.parse(event.data).append;
		take(event.lastEventId);
	});
	source.addEventListener("notice", (event) => {
		const { contextCut } = JSON.parse(event.data);
		update((live) => ({ ...live, contextCut }));
	});
	source.addEventListener("end", () => {
		over = true;
		ended();
	});
	// It comes a moment after the end, when the page has long been asked for the last words.
	source.addEventListener("title", () => {
		source.close();
		ended();
	});
	source.addEventListener("error", () => {
		// No title, or not in time: nothing is missing.
		if (over) return source.close();
		batch = [];
		thought = "";
		// The browser connects again by itself, unless the server has refused: then we ask why.
		if (source.readyState !== EventSource.CLOSED) return;
		void asksToSignIn(address).then((asked) => {
			if (!left) (asked ? signedOut : ended)();
		});
	});
	return () => {
		left = true;
		// After the end the server closes it, as soon as it knows of a title; the list shows that one anywhere.
		if (!over) source.close();
	};
}
