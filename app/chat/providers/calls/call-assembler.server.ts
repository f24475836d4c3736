import { randomBytes } from "node:crypto";
import { jsonOf, type Loose, object, sizeOf } from "../delta.server.ts";

/** A call of a tool, as the model has asked for it. `arguments` is JSON, or was meant to be. */
export type AskedCall = { id: string; name: string; arguments: string };

/** An id for a call without one: some servers take nine letters and digits alone. */
export const newCallId = (): string => randomBytes(6).toString("hex").slice(0, 9);

type Assembled = {
	id: string;
	index: number | undefined;
	name: string;
	arguments: string;
	/** Other fields of the call that have to go back, as a signature. */
	more: Loose;
};

/** More than any model asks for: a stream that never ends must not fill the memory. */
const MOST_CALLS = 64;
const MOST_CHARACTERS = 1024 * 1024;
/** Characters of arguments that are looked at to tell a next call from a piece of the last one: some fifty milliseconds. */
const MOST_LOOKED_AT = 64 * MOST_CHARACTERS;

/**
 * Puts the calls of a stream together from their pieces. Servers differ in how they say to which call a piece belongs:
 * by its id, else by its index, else it is the latest; an id that was not there yet is a new call.
 */
export class CallAssembler {
	readonly #calls: Assembled[] = [];
	#characters = 0;
	#lookedAt = 0;
	/** The call came as `function_call`, of which there is one in a message. */
	isSingle = false;

	/** Whether any call has begun. */
	get hasCalls(): boolean {
		return this.#calls.length > 0;
	}

	/** More has come than can be kept or looked at, or something whose size cannot be told. */
	get isTooLong(): boolean {
		if (this.#calls.length > MOST_CALLS || this.#lookedAt > MOST_LOOKED_AT) return true;
		return !(this.#characters <= MOST_CHARACTERS);
	}

	/** Takes the pieces of a delta: `tool_calls`, or the older `function_call` of a single one. */
	take({ tool_calls: pieces, function_call: single }: Loose): void {
		if (Array.isArray(pieces)) for (const piece of pieces) this.#takePiece(object(piece));
		else if (object(single)) {
			this.isSingle = true;
			this.#takePiece({ function: single });
		}
	}

	/** The calls that have a name, in their order. */
	get calls(): AskedCall[] {
		return this.#named().map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
	}

	/** The same as they go back to the server. */
	get wire(): Loose[] {
		return this.#named().map(({ id, name, arguments: text, more }) => ({
			...more,
			id,
			type: "function",
			function: { name, arguments: text === "" ? "{}" : text },
		}));
	}

	#named(): Assembled[] {
		const named = this.#calls.filter(({ name }) => name !== "");
		// Some servers send no ids, and want one back.
		for (const call of named) call.id ||= newCallId();
		return named;
	}

	#takePiece(piece: Loose | undefined): void {
		if (!piece || this.isTooLong) return;
		const { id, index, type: _, function: about, ...more } = piece;
		const { name, arguments: given } = object(about) ?? {};
		const call = this.#callOf(
			typeof id === "string" ? id : "",
			typeof index === "number" ? index : undefined,
			typeof name === "string" ? name : "",
		);
		if (typeof name === "string" && call.name === "") {
			call.name = name;
			this.#characters += name.length;
		}
		for (const [field, value] of Object.entries(more)) if (value !== null) this.#keep(call, field, value);
		const text = typeof given === "string" ? given : object(given) ? jsonOf(given) : "";
		// An object is whole; only texts come in parts.
		call.arguments = typeof given === "string" ? call.arguments + text : text || call.arguments;
		this.#characters += text?.length ?? Number.POSITIVE_INFINITY;
	}

	#keep(call: Assembled, field: string, value: unknown): void {
		const before = Object.hasOwn(call.more, field) ? sizeOf(call.more[field]) : -field.length;
		this.#characters += sizeOf(value) - before;
		call.more[field] = value;
	}

	#callOf(id: string, index: number | undefined, name: string): Assembled {
		const known = this.#find(id, index, name);
		if (known) {
			if (known.id === "") this.#characters += id.length;
			known.id ||= id;
			return known;
		}
		const call: Assembled = { id, index, name: "", arguments: "", more: {} };
		this.#characters += id.length;
		this.#calls.push(call);
		return call;
	}

	#find(id: string, index: number | undefined, name: string): Assembled | undefined {
		if (id !== "") {
			const same = this.#calls.find((call) => call.id === id);
			if (same) return same;
			// A call that began without its id gets it now; any other id is a new call.
			return this.#calls.findLast((call) => call.id === "" && call.index === index && call.name === "");
		}
		if (index !== undefined) return this.#calls.findLast((call) => call.index === index);
		const latest = this.#calls.at(-1);
		const isNext =
			name !== "" && latest !== undefined && latest.name !== "" && this.#isWhole(latest.arguments);
		return isNext ? undefined : latest;
	}

	/** A look takes the longer the more has come, and a server may ask for one with each piece. */
	#isWhole(text: string): boolean {
		this.#lookedAt += text.length;
		return isJson(text);
	}
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
