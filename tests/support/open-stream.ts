import type { Person } from "./person.ts";

/** A live answer that somebody reads, once its first piece has come. */
export type OpenStream = {
	/** Everything read until the server closed it. */
	closed: Promise<string>;
	isOpen: () => boolean;
	disconnect: () => Promise<void>;
};

/** How often a stream has said that it is there: once when it is opened, and then every 15 seconds. */
export const heartbeats = (text: string): number => text.match(/^: ok$/gm)?.length ?? 0;

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
	return { closed, isOpen: () => open, disconnect: () => reader.cancel() };
}
