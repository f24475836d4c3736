const OPEN = "<think>";
const CLOSE = "</think>";

/** So much of a line is kept. */
const LINE = 2_000;

type Say = (kind: "text" | "reasoning", text: string) => void;
/** All that was said as text was reasoning. */
type WasThought = () => void;

/**
 * Tells a leading `<think>…</think>` from the answer that follows it; servers without a field of their
 * own for reasoning send it so. The tags may be cut anywhere. Anything is held back only while it may
 * still turn out to be a part of a tag. A `<think>` after the first words is text.
 *
 * Templates of DeepSeek R1, QwQ and the like put `<think>` into the question, and the stream holds only its
 * end. Until that comes the thought looks like an answer and is said as one; then it is taken back.
 */
export class LeadingThought {
	#state: "start" | "thought" | "gap" | "text" = "start";
	#held = "";
	#thought = false;
	readonly #unopened = new UnopenedThought();

	take(piece: string, say: Say, wasThought: WasThought): void {
		const text = this.#held + piece;
		this.#held = "";
		if (this.#state === "text") this.#speak(text, say, wasThought);
		else if (this.#state === "start") this.#start(text, say, wasThought);
		else if (this.#state === "thought") this.#think(text, say);
		else this.#afterThought(text, say);
	}

	/** The stream is over: what was held back is no tag, but for an end of a thought behind which nothing stands. */
	flush(say: Say, wasThought: WasThought): void {
		const held = this.#held;
		this.#held = "";
		if (this.#state === "text" && held === CLOSE && this.#unopened.endsBefore("\n")) wasThought();
		else if (held.trim() !== "") say(this.#state === "thought" ? "reasoning" : "text", held);
	}

	#start(text: string, say: Say, wasThought: WasThought) {
		const begun = text.trimStart();
		if (begun.startsWith(OPEN)) {
			this.#state = "thought";
			this.#think(begun.slice(OPEN.length), say);
		} else if (begun.startsWith(CLOSE)) {
			// The thought came in a field of its own, or there was none.
			this.#state = "gap";
			this.#afterThought(begun.slice(CLOSE.length), say);
		} else if (OPEN.startsWith(begun) || CLOSE.startsWith(begun)) {
			this.#held = text;
		} else {
			this.#state = "text";
			this.#speak(text, say, wasThought);
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
			this.#unopened.over = true;
			this.#state = "gap";
			this.#afterThought(text.slice(end + CLOSE.length), say);
		}
	}

	#afterThought(text: string, say: Say) {
		const answer = text.trimStart();
		if (answer === "") return;
		this.#unopened.over = true;
		this.#state = "text";
		say("text", answer);
	}

	#speak(text: string, say: Say, wasThought: WasThought) {
		const { said, end, held } = this.#unopened.read(text);
		if (said !== "") say("text", said);
		this.#held = held;
		if (end === undefined) return;
		wasThought();
		this.#state = "gap";
		this.#afterThought(end, say);
	}
}

/** Looks in a text for the end of a thought that nothing has opened. */
class UnopenedThought {
	/** It is looked for no more. */
	over = false;
	/** The line so far, as much as is needed to know a fence and what stands before a tag. */
	#line = "";
	#fence = "";

	/** @returns what is text, what may yet be a part of a tag, and what follows the end of a thought, if it is there */
	read(text: string): { said: string; held: string; end?: string } {
		if (this.over) return { said: text, held: "" };
		let from = 0;
		for (let at = text.indexOf(CLOSE); at >= 0; at = text.indexOf(CLOSE, from)) {
			const behind = text[at + CLOSE.length];
			this.#follow(text.slice(from, at));
			if (this.over) return { said: text, held: "" };
			// What follows decides, and it may be in the next piece.
			if (behind === undefined) return { said: text.slice(0, at), held: CLOSE };
			if (this.endsBefore(behind))
				return { said: text.slice(0, at), held: "", end: text.slice(at + CLOSE.length) };
			from = at + CLOSE.length;
			this.#follow(CLOSE);
		}
		const kept = text.length - Math.max(tailThatMayBecome(CLOSE, text), tailThatMayBecome(OPEN, text));
		this.#follow(text.slice(from, kept));
		return this.over ? { said: text, held: "" } : { said: text.slice(0, kept), held: text.slice(kept) };
	}

	/** The tag stands on a line of its own or the answer follows it at once; what speaks of the tag does neither. */
	endsBefore(behind: string): boolean {
		if (this.#fence !== "" || this.#line.includes("`")) return false;
		return this.#line.trim() === "" || /[\n\r\p{L}\p{N}*#]/u.test(behind);
	}

	#follow(text: string) {
		const lines = text.split("\n");
		for (const [at, line] of lines.entries()) {
			if (at > 0) this.#endLine();
			this.#line = (this.#line + line).slice(-LINE);
			// A thought that is opened in the middle is spoken of.
			if (this.#line.includes(OPEN)) this.over = true;
		}
	}

	#endLine() {
		const mark = /^\s{0,3}(```|~~~)/.exec(this.#line)?.[1] ?? "";
		if (this.#fence === "") this.#fence = mark;
		else if (mark === this.#fence) this.#fence = "";
		this.#line = "";
	}
}

/** How many last letters of `text` are the beginning of `tag`. */
function tailThatMayBecome(tag: string, text: string): number {
	for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
		if (text.endsWith(tag.slice(0, length))) return length;
	}
	return 0;
}
