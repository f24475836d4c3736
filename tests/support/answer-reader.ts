import { applyPatches } from "../../app/chat/markdown/live/patch.ts";
import type { Tree } from "../../app/chat/markdown/tree/tree.ts";
import type { Waiting } from "../../app/chat/providers/provider.server.ts";
import type { AnswerEvent, Notice } from "../../app/chat/stream/answer-events.server.ts";

/** Reads a live answer as the browser does: keeps events back until the id moves on, and comes back with the last id. */
export class AnswerReader {
	blocks: readonly Tree[] = [];
	reasoningBlocks: readonly Tree[] = [];
	reasoningTime: { ms: number; running: boolean } | undefined;
	notice: Notice = { contextCut: 0 };
	title: string | undefined;
	waiting: Waiting | null = null;
	cursor: number;
	state: string | undefined;
	readonly batches: AnswerEvent[][] = [];
	#pending: AnswerEvent[] = [];
	#unread: string[] = [];

	constructor(cursor = 0, blocks: readonly Tree[] = []) {
		this.cursor = cursor;
		this.blocks = blocks;
	}

	get contextCut(): number {
		return this.notice.contextCut;
	}

	/** The letters that a person sees, without what formats them. */
	get text(): string {
		return lettersOf(this.blocks);
	}

	get reasoning(): string {
		return lettersOf(this.reasoningBlocks);
	}

	/** The connection was lost: what was kept back will be said again. */
	reconnect(): void {
		this.#pending = [];
		this.#unread = [];
	}

	/** Takes some of the stream, cut anywhere. */
	receive(chunk: string): void {
		this.#unread.push(chunk);
		// A long event comes in many portions: they are put together once.
		if (!chunk.includes("\n")) return;
		const events = this.#unread.join("").split("\n\n");
		this.#unread = [events.pop() ?? ""];
		const batch = events.filter((text) => !text.startsWith(":")).map(parse);
		if (batch.length > 0) this.batches.push(batch);
		for (const event of batch) this.#take(event);
	}

	#take(event: AnswerEvent) {
		if (event.kind === "end") this.state = event.data.state;
		else if (event.kind === "title") this.title = event.data.title;
		else if (event.kind === "waiting") this.waiting = event.data.waiting;
		else if (event.kind === "notice") this.notice = event.data;
		else this.#pending.push(event);
		if (event.id <= this.cursor && event.kind !== "end") return;
		const pending = this.#pending.splice(0);
		this.cursor = event.id;
		this.blocks = applyPatches(
			this.blocks,
			pending.flatMap((one) => (one.kind === "patch" ? [one.data] : [])),
		);
		for (const one of pending) {
			if (one.kind !== "reasoning") continue;
			if ("ms" in one.data) this.reasoningTime = one.data;
			else this.reasoningBlocks = applyPatches(this.reasoningBlocks, [one.data]);
		}
	}
}

const lettersOf = (blocks: readonly Tree[]) => blocks.map(letters).join("\n");

const letters = (tree: Tree): string =>
	typeof tree === "string"
		? tree
		: tree
				.slice(2)
				.map((child) => letters(child as Tree))
				.join("");

function parse(text: string): AnswerEvent {
	const [, id, kind, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(text) ?? [];
	return { id: Number(id), kind, data: JSON.parse(data ?? "") } as AnswerEvent;
}
