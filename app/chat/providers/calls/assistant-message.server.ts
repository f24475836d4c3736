import { isThinking, type Loose, object, sizeOf } from "../delta.server.ts";
import type { CallAssembler } from "./call-assembler.server.ts";

/** The fields of a delta that a server may want back beside its calls, under the name that they came by. */
const TEXTS = ["reasoning_content", "reasoning", "reasoning_text"] as const;
/** More than any model reasons and signs: a stream that never ends must not fill the memory. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/**
 * The message of a model that calls tools, as it goes back to its server with the results: text, calls and, where the
 * server gave any, its reasoning in the field that it came in, an empty one too: DeepSeek answers 400 where that is
 * missing. A `<think>` in the text was no field and does not go back.
 */
export class AssistantMessage {
	#text: string | null = null;
	readonly #texts = new Map<string, string>();
	/** The reasoning as an object with its text and a signature, of Envoy for Bedrock. */
	readonly #objects = new Map<string, Loose>();
	readonly #details: Loose[] = [];
	/** Mistral's thinking, a part of the content. */
	#thinking = "";
	/** GigaChat's id of the functions that it was told of. */
	#stateId: string | undefined;
	/** Those of what nobody is shown. */
	#characters = 0;

	/** More has come than can be kept, or something whose size cannot be told. */
	get isTooLong(): boolean {
		return !(this.#characters <= MOST_CHARACTERS);
	}

	/** @param delta as it came */
	take(delta: Loose): void {
		for (const field of TEXTS) {
			const value = delta[field];
			if (typeof value === "string") {
				this.#texts.set(field, (this.#texts.get(field) ?? "") + value);
				this.#characters += value.length;
			} else if (object(value) && !Array.isArray(value)) this.#takeObject(field, value as Loose);
		}
		if (Array.isArray(delta.reasoning_details)) {
			for (const detail of delta.reasoning_details) this.#takeDetail(object(detail));
		}
		if (Array.isArray(delta.content)) for (const part of delta.content) this.#takePart(part);
		if (typeof delta.functions_state_id === "string") this.#stateId = delta.functions_state_id;
	}

	/** A piece of the text that the person is shown. */
	takeText(piece: string): void {
		this.#text = (this.#text ?? "") + piece;
	}

	/** Moves the text that has come so far to the reasoning. */
	wasThought(): void {
		this.#text = null;
	}

	/** The message as JSON of the wire. */
	with(calls: CallAssembler): Loose {
		return {
			role: "assistant",
			content: this.#content,
			...Object.fromEntries(this.#texts),
			...Object.fromEntries(this.#objects),
			...(this.#details.length > 0 && { reasoning_details: this.#details }),
			...(this.#stateId !== undefined && { functions_state_id: this.#stateId }),
			tool_calls: calls.wire,
		};
	}

	get #content(): unknown {
		if (this.#thinking === "") return this.#text;
		const thinking = { type: "thinking", thinking: [{ type: "text", text: this.#thinking }] };
		return this.#text === null ? [thinking] : [thinking, { type: "text", text: this.#text }];
	}

	#takePart(part: unknown): void {
		const { thinking } = object(part) ?? {};
		if (!isThinking(part) || !Array.isArray(thinking)) return;
		for (const one of thinking) {
			const text = object(one)?.text;
			if (typeof text !== "string") continue;
			this.#thinking += text;
			this.#characters += text.length;
		}
	}

	#takeObject(field: string, value: Loose): void {
		const known = this.#objects.get(field) ?? {};
		for (const [name, part] of Object.entries(value))
			this.#characters += join(known, name, part, name === "text");
		this.#objects.set(field, known);
	}

	/** Parts of one text come one after another; together they are the detail that the server had. */
	#takeDetail(detail: Loose | undefined): void {
		if (!detail) return;
		const last = this.#details.at(-1);
		if (!last || last.type !== detail.type || last.index !== detail.index) {
			this.#details.push({ ...detail });
			this.#characters += sizeOf(detail);
			return;
		}
		for (const [field, value] of Object.entries(detail))
			this.#characters += join(last, field, value, field === "text" || field === "summary");
	}
}

/** A text comes in parts, anything else whole. @returns by how many characters the whole has grown */
function join(whole: Loose, field: string, value: unknown, isText: boolean): number {
	if (isText && typeof value === "string") {
		whole[field] = `${typeof whole[field] === "string" ? whole[field] : ""}${value}`;
		return value.length;
	}
	if (value === null || value === undefined) return 0;
	const before = Object.hasOwn(whole, field) ? sizeOf(whole[field]) : -field.length;
	whole[field] = value;
	return sizeOf(value) - before;
}
