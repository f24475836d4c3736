const OPEN = "<think>";
const CLOSE = "</think>";

/** Characters remembered of a line, and of blank lines before the first word. */
const LINE = 2_000;

type Emit = (kind: "text" | "reasoning", text: string) => void;
/** Reclassifies all text so far as reasoning. */
type WasThought = () => void;

/**
 * Separates a leading `<think>…</think>` from the answer after it; servers without a reasoning field send it so. The
 * tags may be split anywhere. Text is held back only while it may still turn out to be part of a tag. A `<think>`
 * after the first words is text.
 *
 * Chat templates of DeepSeek R1, QwQ and the like put `<think>` into the prompt, and the stream has only the closing
 * tag. Until that arrives the reasoning looks like an answer and is passed on as text; then it is reclassified.
 */
export class LeadingThought {
	#state: "start" | "thought" | "gap" | "text" = "start";
	#held = "";
	#thought = false;
	readonly #unopened = new UnopenedThought();

	take(piece: string, emit: Emit, wasThought: WasThought): void {
		const text = this.#held + piece;
		this.#held = "";
		if (this.#state === "text") this.#readText(text, emit, wasThought);
		else if (this.#state === "start") this.#start(text, emit, wasThought);
		else if (this.#state === "thought") this.#think(text, emit);
		else this.#afterThought(text, emit);
	}

	/** Ends the stream: held text is no tag, except for a closing tag with nothing after it. */
	flush(emit: Emit, wasThought: WasThought): void {
		const held = this.#held;
		this.#held = "";
		if (this.#state === "text" && held === CLOSE && this.#unopened.endsBefore("\n")) wasThought();
		else if (held.trim() !== "") emit(this.#state === "thought" ? "reasoning" : "text", held);
	}

	#start(text: string, emit: Emit, wasThought: WasThought) {
		const begun = text.trimStart();
		if (begun.startsWith(OPEN)) {
			this.#state = "thought";
			this.#think(begun.slice(OPEN.length), emit);
		} else if (begun.startsWith(CLOSE)) {
			// The reasoning came in a field of its own, or there was none.
			this.#state = "gap";
			this.#afterThought(begun.slice(CLOSE.length), emit);
		} else if (OPEN.startsWith(begun) || CLOSE.startsWith(begun)) {
			// Blank lines without end are no answer, by whose length it would be ended, and must not fill the memory.
			this.#held = text.slice(-LINE);
		} else {
			this.#state = "text";
			this.#readText(text, emit, wasThought);
		}
	}

	#think(text: string, emit: Emit) {
		const end = text.indexOf(CLOSE);
		const cut = end === -1 ? text.length - tailThatMayBecome(CLOSE, text) : end;
		// Models with thinking disabled still send the tags around an empty line.
		const thought = this.#thought ? text.slice(0, cut) : text.slice(0, cut).trimStart();
		if (thought !== "") {
			this.#thought = true;
			emit("reasoning", thought);
		}
		if (end === -1) {
			this.#held = text.slice(cut);
		} else {
			this.#unopened.over = true;
			this.#state = "gap";
			this.#afterThought(text.slice(end + CLOSE.length), emit);
		}
	}

	#afterThought(text: string, emit: Emit) {
		const answer = text.trimStart();
		if (answer === "") return;
		this.#unopened.over = true;
		this.#state = "text";
		emit("text", answer);
	}

	#readText(text: string, emit: Emit, wasThought: WasThought) {
		const { shown, end, held } = this.#unopened.read(text);
		if (shown !== "") emit("text", shown);
		this.#held = held;
		if (end === undefined) return;
		wasThought();
		this.#state = "gap";
		this.#afterThought(end, emit);
	}
}

/** Finds a closing tag that nothing has opened. */
class UnopenedThought {
	/** The search is over. */
	over = false;
	/** The current line, as much as is needed to recognise a code fence and the text before a tag. */
	#line = "";
	#fence = "";

	/** @returns the text, the part that may become a tag, and the text after the closing tag, if that was found */
	read(text: string): { shown: string; held: string; end?: string } {
		if (this.over) return { shown: text, held: "" };
		let from = 0;
		for (let at = text.indexOf(CLOSE); at >= 0; at = text.indexOf(CLOSE, from)) {
			const behind = text[at + CLOSE.length];
			this.#follow(text.slice(from, at));
			if (this.over) return { shown: text, held: "" };
			// The text after the tag decides, and it may be in the next piece.
			if (behind === undefined) return { shown: text.slice(0, at), held: CLOSE };
			if (this.endsBefore(behind))
				return { shown: text.slice(0, at), held: "", end: text.slice(at + CLOSE.length) };
			from = at + CLOSE.length;
			this.#follow(CLOSE);
		}
		const cut = text.length - Math.max(tailThatMayBecome(CLOSE, text), tailThatMayBecome(OPEN, text));
		this.#follow(text.slice(from, cut));
		return this.over ? { shown: text, held: "" } : { shown: text.slice(0, cut), held: text.slice(cut) };
	}

	/** A closing tag stands on a line of its own or the answer follows it at once; a mention of the tag does neither. */
	endsBefore(behind: string): boolean {
		if (this.#fence !== "" || this.#line.includes("`")) return false;
		return this.#line.trim() === "" || /[\n\r\p{L}\p{N}*#]/u.test(behind);
	}

	#follow(text: string) {
		const lines = text.split("\n");
		for (const [at, line] of lines.entries()) {
			if (at > 0) this.#endLine();
			this.#line = (this.#line + line).slice(-LINE);
			// An opening tag in the middle of the text is a mention.
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

/** The length of the longest suffix of `text` that is a prefix of `tag`. */
function tailThatMayBecome(tag: string, text: string): number {
	for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
		if (text.endsWith(tag.slice(0, length))) return length;
	}
	return 0;
}
