import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { ShownAnswer } from "../../chat/conversations.server.ts";
import { applyPatches, type Patch } from "../../chat/markdown/patch.ts";
import type { Tree } from "../../chat/markdown/tree.ts";

type Live = { blocks: readonly Tree[]; reasoning: string; contextCut: number };

/**
 * What to show of an answer: the page's own text, and, while it is being written, what the live stream
 * adds to it. At the end the page's loader is asked again, and it is the final truth.
 */
export function useAnswer(answer: ShownAnswer): Live {
	const writing = answer.state === "writing";
	const [live, setLive] = useState<Live>(startOf(answer));
	const { revalidate } = useRevalidator();
	// biome-ignore lint/correctness/useExhaustiveDependencies: a revalidation in mid-answer must not restart the stream
	useEffect(() => {
		if (!writing) return;
		setLive(startOf(answer));
		return follow(answer.id, answer.cursor, setLive, () => void revalidate());
	}, [answer.id, writing]);
	return writing ? live : answer;
}

const startOf = ({ blocks, reasoning, contextCut }: ShownAnswer): Live => ({ blocks, reasoning, contextCut });

/**
 * Reads `/chat/events`. The patches of one batch belong together and only the last bears the new id, so
 * they are kept back until it comes; a connection lost in between drops them, and the server, asked
 * again from the old id, sends them anew.
 */
function follow(
	answerId: string,
	after: number,
	update: (change: (live: Live) => Live) => void,
	ended: () => void,
): () => void {
	const source = new EventSource(`/chat/events?answer=${encodeURIComponent(answerId)}&after=${after}`);
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
		source.close();
		ended();
	});
	source.addEventListener("error", () => {
		batch = [];
		thought = "";
		// The browser connects again by itself, unless the server has refused: then the page asks why.
		if (source.readyState === EventSource.CLOSED) ended();
	});
	return () => source.close();
}
