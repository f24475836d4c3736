import { type Loose, object } from "../delta.server.ts";
import type { CallAssembler } from "./call-assembler.server.ts";

/** The fields of a delta that a server may want back beside its calls, under the name that they came by. */
const TEXTS = ["reasoning_content", "reasoning", "reasoning_text"] as const;

/**
 * The message of a model that calls tools, as it goes back to its server with the results: text, calls and, where the
 * server gave any, its reasoning in the field that it came in. A `<think>` in the text was no field and does not go back.
 */
export class AssistantMessage {
	#text: string | null = null;
	readonly #texts = new Map<string, string>();
	readonly #details: Loose[] = [];

	/** @param delta as it came */
	take(delta: Loose): void {
		for (const field of TEXTS) {
			const value = delta[field];
			if (typeof value === "string") this.#texts.set(field, (this.#texts.get(field) ?? "") + value);
		}
		if (Array.isArray(delta.reasoning_details)) {
			for (const detail of delta.reasoning_details) this.#takeDetail(object(detail));
		}
	}

	/** A piece of the text that the person is shown. */
	takeText(piece: string): void {
		this.#text = (this.#text ?? "") + piece;
	}

	/** What has come as text so far was reasoning. */
	wasThought(): void {
		this.#text = null;
	}

	/** As JSON of the wire. */
	with(calls: CallAssembler): Loose {
		const texts = [...this.#texts].filter(([, text]) => text !== "");
		return {
			role: "assistant",
			content: this.#text,
			...Object.fromEntries(texts),
			...(this.#details.length > 0 && { reasoning_details: this.#details }),
			tool_calls: calls.wire,
		};
	}

	/** Parts of one text come one after another; together they are the detail that the server had. */
	#takeDetail(detail: Loose | undefined): void {
		if (!detail) return;
		const last = this.#details.at(-1);
		if (!last || last.type !== detail.type || last.index !== detail.index) {
			this.#details.push({ ...detail });
			return;
		}
		for (const [field, value] of Object.entries(detail)) {
			const isPart = (field === "text" || field === "summary") && typeof value === "string";
			if (isPart) last[field] = `${typeof last[field] === "string" ? last[field] : ""}${value}`;
			else if (value !== null && value !== undefined) last[field] = value;
		}
	}
}
