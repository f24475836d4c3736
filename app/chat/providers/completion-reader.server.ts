import { createParser, type EventSourceMessage, type ParseError } from "eventsource-parser";
import { AssistantMessage } from "./calls/assistant-message.server.ts";
import { CallAssembler } from "./calls/call-assembler.server.ts";
import { type Loose, object, reasoningIn, textIn } from "./delta.server.ts";
import { finishOf } from "./finish.server.ts";
import { LeadingThought } from "./leading-thought.server.ts";
import { type CallingMessage, type Finish, ProviderError, type ProviderEvent } from "./provider.server.ts";
import { upstreamFailure } from "./upstream/upstream-failure.server.ts";

/** The longest event: a server that never ends a line must not fill the memory. */
const MAX_EVENT_CHARS = 8 * 1024 * 1024;
const MAX_STRAY_CHARS = 16 * 1024;
const MAX_TOKENS = 100_000_000;

type Usage = { promptTokens: number; completionTokens: number };

/**
 * Parses the body of one streamed chat completion, in chunks of any size, without network and clock. Servers differ;
 * each tolerated difference has a test of its own.
 */
export class CompletionReader {
	/** The number of events with data. Comments only keep a connection alive and do not count. */
	received = 0;
	/** The stream ended: `[DONE]` or a failure has arrived. */
	over = false;

	readonly #forLog: (text: string) => string;
	/** Null: no tools were offered, and what looks like calls is no part of the answer. */
	readonly #calls: CallAssembler | null;
	readonly #message = new AssistantMessage();
	readonly #decoder = new TextDecoder();
	readonly #thought = new LeadingThought();
	readonly #parser = createParser({
		maxBufferSize: MAX_EVENT_CHARS,
		onEvent: (event) => this.#readEvent(event),
		onError: (error) => this.#stray(error),
	});
	#events: ProviderEvent[] = [];
	#halfSurrogate = "";
	#strayLines = "";
	#atEnd = false;
	#done = false;
	#has = { text: false, reasoning: false };
	#finish: Finish | undefined;
	#broken = false;
	#hasBadCall = false;
	#usage: Usage | undefined;
	#failure: ProviderError | undefined;

	/**
	 * @param forLog redacts the server's text for the log
	 * @param mayCall whether tools were offered
	 */
	constructor(forLog: (text: string) => string, mayCall = false) {
		this.#forLog = forLog;
		this.#calls = mayCall ? new CallAssembler() : null;
	}

	/** Whether the model has sent a finish reason; only the usage may still follow. */
	get finished(): boolean {
		return this.#finish !== undefined;
	}

	/** Whether any text, reasoning or call has arrived. */
	get hasOutput(): boolean {
		return this.#has.text || this.#has.reasoning || this.#calls?.hasCalls === true;
	}

	/** Parses a chunk. Neighbouring pieces of one kind are merged. */
	read(bytes: Uint8Array): ProviderEvent[] {
		if (this.over) return [];
		this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
		return this.#takeEvents();
	}

	/** The body has ended or reading stops: returns held text. */
	close(): ProviderEvent[] {
		if (!this.over) {
			// The last event may lack its empty line, and even its line break.
			this.#atEnd = true;
			this.#parser.feed(`${this.#decoder.decode()}\n\n`);
		}
		this.#thought.flush(this.#emit, this.#wasThought);
		if (this.received === 0 && !this.#failure && this.#strayLines.trim()) this.#failNoStream();
		return this.#takeEvents();
	}

	/**
	 * The outcome, after `close()`.
	 * @throws {ProviderError} when the stream failed
	 */
	end(): ProviderEvent {
		if (this.#failure) throw this.#failure;
		const bad = this.#hasBadCall ? this.#asked() : undefined;
		// Not run, as one that was cut; the model is told.
		if (bad) return { kind: "end", finish: "length", usage: this.#usage, asked: bad };
		const finish = this.#broken ? undefined : (this.#finish ?? (this.#done ? "stop" : undefined));
		if (!finish && this.hasOutput)
			throw new ProviderError("cut-off", "the stream ended without finish_reason");
		if (this.#broken) throw new ProviderError("unreachable", "the server broke the answer off");
		const asked = this.#asked();
		if (asked) return { kind: "end", finish: finish ?? "stop", usage: this.#usage, asked };
		if (!this.#has.text && finish !== "filtered") {
			const detail = this.#has.reasoning ? "reasoning only" : "no text in the stream";
			throw new ProviderError(finish === "length" ? "length" : "empty", detail);
		}
		return { kind: "end", finish: finish ?? "stop", usage: this.#usage };
	}

	/** Calls are there if they came, whatever the finish reason says. */
	#asked(): CallingMessage | undefined {
		const calls = this.#calls?.calls ?? [];
		if (!this.#calls || calls.length === 0) return undefined;
		return { calls, message: this.#message.with(this.#calls) };
	}

	#takeEvents(): ProviderEvent[] {
		const events = this.#events;
		if (events.length > 0) this.#events = [];
		return events;
	}

	#readEvent({ data, event }: EventSourceMessage) {
		if (this.over || data === "") return;
		this.received++;
		if (data.charCodeAt(0) === 91 /* [ */ && data.trim() === "[DONE]") {
			this.#done = this.over = true;
			return;
		}
		let parsed: unknown;
		try {
			parsed = JSON.parse(data);
		} catch {
			// Half an event at the end of the body is a stream that was cut, not a malformed one.
			if (this.#atEnd) return;
			if (event === "error") return this.#fail(upstreamFailure(undefined, data, this.#forLog));
			return this.#fail(new ProviderError("malformed", this.#forLog(`not JSON: ${data}`)));
		}
		const chunk = object(parsed);
		if (!chunk) return this.#fail(new ProviderError("malformed", this.#forLog(`not an object: ${data}`)));
		this.#readChunk(chunk, event);
	}

	#readChunk(chunk: Loose, event: string | undefined) {
		const choice = object(Array.isArray(chunk.choices) ? chunk.choices[0] : undefined);
		if (chunk.error || choice?.error || chunk.object === "error" || event === "error") {
			const where = chunk.error || !choice?.error ? chunk : choice;
			return this.#fail(upstreamFailure(undefined, where, this.#forLog));
		}
		const usage = object(chunk.usage);
		if (usage) this.#usage = usageOf(usage) ?? this.#usage;
		if (!choice) return;
		const delta = object(choice.delta);
		if (delta) {
			if (this.#calls) this.#readCalls(this.#calls, delta);
			const reasoning = reasoningIn(delta);
			if (reasoning !== "") this.#emit("reasoning", reasoning);
			const text = textIn(delta);
			if (text !== "") this.#thought.take(text, this.#emit, this.#wasThought);
		}
		// GigaChat's word for a function call whose arguments are not what the function takes. It comes after the call.
		if (choice.finish_reason === "error" && this.#calls?.isSingle) this.#hasBadCall = true;
		const finish = finishOf(choice.finish_reason);
		if (finish === "broken") this.#broken = true;
		else if (finish) this.#finish = finish;
	}

	#readCalls(calls: CallAssembler, delta: Loose) {
		calls.take(delta);
		this.#message.take(delta);
		if (calls.isTooLong || this.#message.isTooLong)
			this.#fail(new ProviderError("malformed", "calls without end"));
	}

	#emit = (kind: "text" | "reasoning", piece: string) => {
		// A surrogate pair may be split between pieces; a lone half cannot be stored as UTF-8.
		let text = this.#halfSurrogate + piece;
		const last = text.charCodeAt(text.length - 1);
		if (last >= 0xd800 && last <= 0xdbff) {
			this.#halfSurrogate = text.slice(-1);
			text = text.slice(0, -1);
			if (text === "") return;
		} else {
			this.#halfSurrogate = "";
		}
		// Leading line breaks alone would show an empty reasoning block.
		if (kind === "reasoning" && !this.#has.reasoning) text = text.trimStart();
		if (text === "") return;
		if (!this.#has[kind] && text.trim() !== "") this.#has[kind] = true;
		if (this.#calls && kind === "text") this.#message.takeText(text);
		const before = this.#events.at(-1);
		if (before?.kind === kind) before.text += text;
		else this.#events.push({ kind, text });
	};

	#wasThought = () => {
		this.#events.push({ kind: "thought" });
		this.#message.wasThought();
		this.#has = { text: false, reasoning: true };
	};

	/** Lines outside of events: Ollama's native error in mid-stream, or a body that is no event stream at all. */
	#stray(error: ParseError) {
		if (this.over) return;
		if (error.type === "max-buffer-size-exceeded") {
			return this.#fail(new ProviderError("malformed", "an event without end"));
		}
		const { line = "" } = error;
		if (this.#strayLines.length < MAX_STRAY_CHARS) this.#strayLines += `${line}\n`;
		const body = line.startsWith("{") ? parseJson(line) : undefined;
		if (object(body)?.error) this.#fail(upstreamFailure(undefined, body, this.#forLog));
	}

	/** Status 200 without events: an error as JSON over several lines, or another kind of server. */
	#failNoStream() {
		const body = parseJson(this.#strayLines);
		if (object(body)?.error) return this.#fail(upstreamFailure(undefined, body, this.#forLog));
		this.#fail(new ProviderError("malformed", this.#forLog(`not an event stream: ${this.#strayLines}`)));
	}

	#fail(failure: ProviderError) {
		this.#failure = failure;
		this.over = true;
	}
}

function usageOf(usage: Loose): Usage | undefined {
	const { prompt_tokens: prompt, completion_tokens: completion } = usage;
	if (!isCount(prompt) || !isCount(completion)) return undefined;
	return { promptTokens: prompt, completionTokens: completion };
}

/** Whole, and so few that the sum over the requests of an answer fits into 32 bits, as the database stores it. */
const isCount = (tokens: unknown): tokens is number =>
	Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= MAX_TOKENS;

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
