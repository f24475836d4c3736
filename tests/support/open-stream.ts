import type { Instance } from "./instance.ts";
import type { Person } from "./person.ts";

/** A live answer that somebody reads, once its first piece has come. */
export type OpenStream = {
	/** Everything read until the server closed it. */
	closed: Promise<string>;
	/** Everything read so far. */
	heard: () => string;
	isOpen: () => boolean;
	disconnect: () => Promise<void>;
};

/** How often a stream has said that it is there: once when it is opened, and then every 15 seconds. */
export const heartbeats = (text: string): number => text.match(/^: ok$/gm)?.length ?? 0;

/**
 * How often each of some streams has said so by now: what their servers have sent before they answer another request has
 * been read when it is answered.
 */
export async function heartbeatsByNow(
	servers: readonly Pick<Instance, "url">[],
	streams: readonly OpenStream[],
): Promise<number[]> {
	for (const { url } of servers) await (await fetch(`${url}/health`)).text();
	return streams.map(({ heard }) => heartbeats(heard()));
}

export async function openStream(person: Person, answerId: string): Promise<OpenStream> {
	const answer = await person.fetch(`/chat/events?answer=${answerId}`);
	if (answer.status !== 200 || !answer.body) throw new Error(`the stream was answered ${answer.status}`);
	const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	while (!text.includes("event: patch")) {
		const { value, done } = await reader.read();
		if (done) throw new Error("the stream ended before the answer began");
		text += value;
	}
	let open = true;
	const closed = (async () => {
		while (true) {
			const { value, done } = await reader.read();
			if (done) break;
			text += value;
		}
		open = false;
		return text;
	})();
	return { closed, heard: () => text, isOpen: () => open, disconnect: () => reader.cancel() };
}
