const OPEN = "<think>";
const CLOSE = "</think>";

type Say = (kind: "text" | "reasoning", text: string) => void;

/**
 * Tells a leading `<think>…</think>` from the answer that follows it; servers without a field of their
 * own for reasoning send it so. The tags may be cut anywhere. Anything is held back only while it may
 * still turn out to be a part of a tag. A `<think>` after the first words is text.
 */
export class LeadingThought {
	#state: "start" | "thought" | "gap" | "text" = "start";
	#held = "";
	#thought = false;

	take(piece: string, say: Say): void {
		const text = this.#held + piece;
		this.#held = "";
		if (this.#state === "text") say("text", text);
		else if (this.#state === "start") this.#start(text, say);
		else if (this.#state === "thought") this.#think(text, say);
		else this.#afterThought(text, say);
	}

	/** The stream is over: what was held back is no tag. */
	flush(say: Say): void {
		const held = this.#held;
		this.#held = "";
		if (held.trim() !== "") say(this.#state === "thought" ? "reasoning" : "text", held);
	}

	#start(text: string, say: Say) {
		const begun = text.trimStart();
		if (begun.startsWith(OPEN)) {
			this.#state = "thought";
			this.#think(begun.slice(OPEN.length), say);
		} else if (OPEN.startsWith(begun)) {
			this.#held = text;
		} else {
			this.#state = "text";
			say("text", text);
		}
	}

	#think(text: string, say: Say) {
		const end = text.indexOf(CLOSE);
		const kept = end === -1 ? text.length - tailThatMayBecome(CLOSE, text) : end;
		// Models that were told not to think still send the tags around an empty line.
		const thought = this.#thought ? text.slice(0, kept) : text.slice(0, kept).trimStart();
		if (thought !== "") {
			this.#thought = true;
			say("reasoning", thought);
		}
		if (end === -1) {
			this.#held = text.slice(kept);
		} else {
			this.#state = "gap";
			this.#afterThought(text.slice(end + CLOSE.length), say);
		}
	}

	#afterThought(text: string, say: Say) {
		const answer = text.trimStart();
		if (answer === "") return;
		this.#state = "text";
		say("text", answer);
	}
}

/** How many last letters of `text` are the beginning of `tag`. */
function tailThatMayBecome(tag: string, text: string): number {
	for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
		if (text.endsWith(tag.slice(0, length))) return length;
	}
	return 0;
}
