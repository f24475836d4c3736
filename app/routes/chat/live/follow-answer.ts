import type { ShownReasoning } from "../../../chat/answers/shown-answer.server.ts";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { applyPatches, type Patch } from "../../../chat/markdown/live/patch.ts";
import type { Notice, ReasoningChange } from "../../../chat/stream/answer-events.server.ts";
import { isWaiting } from "../../../chat/tools/shown-step.ts";
import { PAUSES_MS } from "../../../connection/connection.ts";
import { connection } from "../../../connection/service.ts";
import { asksToSignIn } from "../composer/signed-out.tsx";

/** A page that was not seen for so long has maybe slept, and its connection is dead without a word. */
const ASLEEP_MS = 30_000;

export type Live = Pick<
	ShownAnswer,
	"blocks" | "reasoning" | "contextCut" | "model" | "spareFor" | "given" | "webSources" | "rounds" | "waiting"
>;

export type Reader = {
	/** Shown in the next frame. */
	update: (change: (live: Live) => Live) => void;
	/** The page must reload the answer. `state`: how it has ended, where that was said. */
	ended: (state?: ShownAnswer["state"]) => void;
	/** The model has set the conversation's title: the list must be reloaded. */
	titled: () => void;
	/** It waits for the person now, or does so no more. */
	waiting: () => void;
	/** The session has ended; false: there is one again. */
	signedOut: (out: boolean) => void;
};

/**
 * Subscribes to `/chat/events`. The patches of one batch belong together and only the last carries the new id, so
 * they are buffered until it arrives; a lost connection drops them, and the server sends them again, after the old id.
 * The page revalidates after the end, and the list once more when the model has set a title.
 * @returns unsubscribes
 */
export function followAnswer(
	answerId: string,
	after: number,
	{ update, ended, titled, waiting, signedOut }: Reader,
): () => void {
	let left = false;
	let over = false;
	let cursor = after;
	let batch: Patch[] = [];
	let thoughts: ReasoningChange[] = [];
	let refusals = 0;
	let waited = false;
	let isOut = false;
	// This clock goes on while a phone sleeps.
	let hiddenAt = Date.now();
	let retryTimer: ReturnType<typeof setTimeout> | undefined;
	let source = open();
	const take = (id: string) => {
		if (Number(id) <= cursor) return;
		cursor = Number(id);
		apply();
	};
	const apply = () => {
		const [patches, reasoning] = [batch, thoughts];
		batch = [];
		thoughts = [];
		update((live) => ({
			...live,
			blocks: applyPatches(live.blocks, patches),
			reasoning: reasoning.reduce(withChange, live.reasoning),
		}));
	};

	function open(): EventSource {
		batch = [];
		thoughts = [];
		const address = `/chat/events?answer=${encodeURIComponent(answerId)}&after=${cursor}&title=1`;
		const stream = new EventSource(address);
		stream.addEventListener("open", () => {
			refusals = 0;
			connection.recovered();
			setOut(false);
			// The event that follows says what the answer waits for now.
			update((live) => (live.waiting ? { ...live, waiting: null } : live));
		});
		stream.addEventListener("patch", (event) => {
			batch.push(JSON.parse(event.data));
			take(event.lastEventId);
		});
		stream.addEventListener("reasoning", (event) => {
			thoughts.push(JSON.parse(event.data));
			take(event.lastEventId);
		});
		stream.addEventListener("notice", (event) => {
			const notice: Notice = JSON.parse(event.data);
			update((live) => ({ ...live, ...notice }));
		});
		stream.addEventListener("sources", (event) => {
			const { given, webSources } = JSON.parse(event.data);
			update((live) => ({ ...live, given, webSources }));
		});
		stream.addEventListener("steps", (event) => {
			const { rounds } = JSON.parse(event.data);
			// Their places came just before, and are no new place in the answer's log.
			apply();
			update((live) => ({ ...live, rounds }));
			const waits = isWaiting(rounds);
			if (waits !== waited) waiting();
			waited = waits;
		});
		stream.addEventListener("waiting", (event) => {
			const { waiting } = JSON.parse(event.data);
			update((live) => ({ ...live, waiting }));
		});
		stream.addEventListener("end", (event) => {
			over = true;
			// Shows text that was held back as a possible table header; the log's position does not change.
			apply();
			ended(JSON.parse(event.data).state);
		});
		// Arrives a moment after the end, when the page has already revalidated.
		stream.addEventListener("title", () => {
			stream.close();
			titled();
		});
		stream.addEventListener("error", () => {
			// No title, or not in time: nothing is missing.
			if (over) return stream.close();
			batch = [];
			thoughts = [];
			if (stream.readyState === EventSource.CLOSED) return void refused(address);
			// `EventSource` reconnects by itself. A server that only closed a long stream is reachable at once.
			void connection.check();
		});
		return stream;
	}

	/** `EventSource` has given up: the response was no event stream, or, in some browsers, there was none. */
	async function refused(address: string): Promise<void> {
		const sent = await asksToSignIn(address);
		if (left) return;
		if (sent) return setOut(true);
		ended();
		// The answer may still be running, behind a proxy that has lost its server for a moment.
		const pause = PAUSES_MS[Math.min(refusals, PAUSES_MS.length - 1)];
		refusals += 1;
		retryTimer = setTimeout(reopen, pause);
	}

	function setOut(out: boolean): void {
		isOut = out;
		signedOut(out);
	}

	function reopen(): void {
		if (over) return;
		clearTimeout(retryTimer);
		source.close();
		source = open();
	}

	/** The person may have signed in in another tab. */
	function onSeen(): void {
		if (document.visibilityState !== "visible") hiddenAt = Date.now();
		else if (isOut || Date.now() - hiddenAt > ASLEEP_MS) reopen();
	}

	// A dead connection raises no error; when the network is back, a new one is opened.
	addEventListener("online", reopen);
	document.addEventListener("visibilitychange", onSeen);
	return () => {
		left = true;
		clearTimeout(retryTimer);
		removeEventListener("online", reopen);
		document.removeEventListener("visibilitychange", onSeen);
		// After the end the server closes the stream, as soon as the title is known; the list shows it in any
		// conversation.
		if (!over) source.close();
	};
}

const withChange = (reasoning: ShownReasoning, change: ReasoningChange): ShownReasoning =>
	"ms" in change
		? { ...reasoning, ...change }
		: { ...reasoning, blocks: applyPatches(reasoning.blocks, [change]) };
