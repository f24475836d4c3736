import { expect, vi } from "vitest";
import type { AnswerStreams } from "../../../app/chat/stream/answer-streams.server.ts";
import { AnswerReader } from "../../support/answer-reader.ts";

/** Reads in this process, from the streams or from what stands before them. */
export class LocalReader extends AnswerReader {
	closed = false;
	#leave = () => {};

	join(source: Pick<AnswerStreams, "follow">, answerId: string): this {
		this.reconnect();
		this.#leave = source.follow(answerId, this.cursor, this);
		return this;
	}
	leave() {
		this.#leave();
	}
	over() {
		this.closed = true;
	}
	take(bytes: Uint8Array) {
		this.receive(Buffer.from(bytes).toString());
	}
}

export const until = (condition: () => boolean) =>
	vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
