import { applyPatches, type Patch } from "../../../chat/markdown/live/patch.ts";
import type { Tree } from "../../../chat/markdown/tree/tree.ts";
import { PAUSES_MS } from "../../../connection/connection.ts";
import { connection } from "../../../connection/service.ts";
import { asksToSignIn } from "../composer/signed-out.tsx";

export type Live = { blocks: readonly Tree[]; reasoning: string; contextCut: number };

export type Reader = {
	/** Shown with the next frame. */
	update: (change: (live: Live) => Live) => void;
	/** The page has to be asked what became of the answer. */
	ended: () => void;
	/** The conversation has got a title from the model: the list has to be asked. */
	titled: () => void;
	/** The session is over. */
	signedOut: () => void;
};

/**
 * Reads `/chat/events`. The patches of one batch belong together and only the last bears the new id, so
 * they are kept back until it comes; a connection lost in between drops them, and the server, asked
 * again from the old id, sends them anew. After the end the page is asked, and the list once more when
 * the conversation has got a title from the model.
 * @returns how to stop
 */
export function followAnswer(
	answerId: string,
	after: number,
	{ update, ended, titled, signedOut }: Reader,
): () => void {
	let left = false;
	let over = false;
	let cursor = after;
	let batch: Patch[] = [];
	let thought = "";
	let refusals = 0;
	let again: ReturnType<typeof setTimeout> | undefined;
	let source = open();
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

	function open(): EventSource {
		batch = [];
		thought = "";
		const address = `/chat/events?answer=${encodeURIComponent(answerId)}&after=${cursor}&title=1`;
		const stream = new EventSource(address);
		stream.addEventListener("open", () => {
			refusals = 0;
			connection.found();
		});
		stream.addEventListener("patch", (event) => {
			batch.push(JSON.parse(event.data));
			take(event.lastEventId);
		});
		stream.addEventListener("reasoning", (event) => {
			thought += JSON.parse(event.data).append;
			take(event.lastEventId);
		});
		stream.addEventListener("notice", (event) => {
			const { contextCut } = JSON.parse(event.data);
			update((live) => ({ ...live, contextCut }));
		});
		stream.addEventListener("end", () => {
			over = true;
			ended();
		});
		// It comes a moment after the end, when the page has long been asked for the last words.
		stream.addEventListener("title", () => {
			stream.close();
			titled();
		});
		stream.addEventListener("error", () => {
			// No title, or not in time: nothing is missing.
			if (over) return stream.close();
			batch = [];
			thought = "";
			if (stream.readyState === EventSource.CLOSED) return void refused(address);
			// The browser connects again by itself. A server that only closed a long stream is there at once.
			void connection.check();
		});
		return stream;
	}

	/** The browser has given the stream up: somebody answered otherwise, or, in some browsers, nobody did. */
	async function refused(address: string): Promise<void> {
		const asked = await asksToSignIn(address);
		if (left) return;
		if (asked) return signedOut();
		ended();
		// The answer may go on all the same, behind a proxy that has lost its server for a moment.
		const pause = PAUSES_MS[Math.min(refusals, PAUSES_MS.length - 1)];
		refusals += 1;
		again = setTimeout(reopen, pause);
	}

	function reopen(): void {
		if (over) return;
		clearTimeout(again);
		source.close();
		source = open();
	}

	// A line that died in silence tells nobody; with the network another one is there.
	addEventListener("online", reopen);
	return () => {
		left = true;
		clearTimeout(again);
		removeEventListener("online", reopen);
		// After the end the server closes it, as soon as it knows of a title; the list shows that one anywhere.
		if (!over) source.close();
	};
}
