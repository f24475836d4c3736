import * as v from "valibot";
import { createHttpClient, type HttpClient } from "../../http-client/client.server.ts";
import { HttpError } from "../../http-client/http-error.server.ts";
import { cutText } from "../../platform/cut-text.server.ts";

export type EmbeddingsSettings = {
	baseUrl: string;
	model: string;
	apiKey: string | undefined;
	/** How long an answer waits for the vector of its question, in milliseconds; without it, a second. */
	questionMs?: number;
};

/** A model that a process of this server runs: where it answers now; null while it is being started. */
export type LocalEmbeddings = { model: string; endpoint: () => { baseUrl: string; apiKey: string } | null };

/** Receives the outages of the server: called once when it starts failing and once when it recovers. */
export type EmbeddingsLog = { onFailure: (error: string) => void; onRecovery: () => void };

/** Passages are embedded in the background and may take long; an answer waits for its question. */
const BATCH_MS = 60_000;
const QUESTION_MS = 1_000;
/** One processor makes both vectors and answers. */
const LOCAL_BATCH_MS = 30 * 60_000;
const LOCAL_QUESTION_MS = 5_000;
/** After a failure no question is sent for so long, so that a server that hangs delays one answer and not each. */
const REST_MS = 60_000;
/** UTF-16 units of a question that are sent: more says no more about what is meant. */
const QUESTION_CHARACTERS = 2_000;
/** … and where so many are refused: the models of the smallest context take them. */
const BEGINNING_CHARACTERS = 500;
/** A text that every model takes. */
const KNOWN_TEXT = "Проверка";
const LONGEST_VECTOR = 8_192;
/** The statuses of texts that would be refused again. */
const REFUSALS = new Set([400, 413, 422]);

const answer = v.object({
	data: v.array(
		v.object({
			index: v.optional(v.number()),
			embedding: v.pipe(v.array(v.pipe(v.number(), v.finite())), v.minLength(1), v.maxLength(LONGEST_VECTOR)),
		}),
	),
});

/** The texts are refused, and would be again: too long, or of no use to the model. */
export class TextsRefused extends Error {
	override readonly name = "TextsRefused";
}

/** The server that turns texts into vectors, by OpenAI's interface (`POST /embeddings`). */
export class Embeddings {
	readonly model: string;
	/** The clients of the server as it is now; null: there is none. */
	readonly #clients: () => Clients | null;
	readonly #log: EmbeddingsLog;
	readonly #now: () => number;
	#failed = false;
	#restsUntil = 0;

	constructor(
		settings: EmbeddingsSettings | LocalEmbeddings,
		log: EmbeddingsLog,
		now = () => performance.now(),
	) {
		this.model = settings.model;
		if ("endpoint" in settings) {
			this.#clients = () => {
				const endpoint = settings.endpoint();
				return endpoint && clientsOf(endpoint, LOCAL_BATCH_MS, LOCAL_QUESTION_MS);
			};
		} else {
			const clients = clientsOf(settings, BATCH_MS, settings.questionMs ?? QUESTION_MS);
			this.#clients = () => clients;
		}
		this.#log = log;
		this.#now = now;
	}

	/**
	 * The vectors of some texts, in their order, all of one length.
	 * @throws {TextsRefused}
	 * @throws {HttpError} when the server does not answer, or not with vectors
	 */
	embed(texts: readonly string[]): Promise<Float32Array[]> {
		return this.#ask("texts", texts);
	}

	/**
	 * Makes sure that a server that has refused texts takes any: it refuses all of them where it does not know the model.
	 * @throws {HttpError} when it refuses this one too, or does not answer
	 */
	async probe(): Promise<void> {
		await this.#ask("texts", [KNOWN_TEXT], false);
	}

	/**
	 * The vector of a question, or of its beginning where it is too long for the model; undefined when the server has none
	 * within a second, refuses it, or had none lately.
	 */
	async embedQuestion(question: string): Promise<Float32Array | undefined> {
		if (this.#now() < this.#restsUntil) return undefined;
		const lengths = [QUESTION_CHARACTERS, BEGINNING_CHARACTERS];
		for (const text of new Set(lengths.map((length) => cutText(question, length)))) {
			try {
				const [vector] = await this.#ask("question", [text]);
				return vector;
			} catch (error) {
				// It says nothing about the next question.
				if (error instanceof TextsRefused) continue;
				if (!(error instanceof HttpError)) throw error;
				this.#restsUntil = this.#now() + REST_MS;
				return undefined;
			}
		}
		return undefined;
	}

	/** @param mayRefuse whether the texts may be at fault */
	async #ask(kind: keyof Clients, texts: readonly string[], mayRefuse = true): Promise<Float32Array[]> {
		try {
			const call = this.#clients()?.[kind];
			const request = { method: "POST", path: "/embeddings" };
			if (!call) throw new HttpError("network", request, undefined, "the model's process is being started");
			const body = { model: this.model, input: texts };
			const vectors = vectorsOf((await call("POST", "/embeddings", { body, once: true })).body, texts.length);
			if (!vectors) throw new HttpError("status", request, 200, "no vectors");
			if (this.#failed) this.#log.onRecovery();
			this.#failed = false;
			return vectors;
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			if (mayRefuse && REFUSALS.has(error.status ?? 0)) throw new TextsRefused(error.message);
			if (!this.#failed) this.#log.onFailure(error.message);
			this.#failed = true;
			throw error;
		}
	}
}

type Clients = { texts: HttpClient; question: HttpClient };

function clientsOf(
	{ baseUrl, apiKey }: Pick<EmbeddingsSettings, "baseUrl" | "apiKey">,
	textsMs: number,
	questionMs: number,
): Clients {
	const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
	const client = (timeoutMs: number) => createHttpClient({ baseUrl, headers, timeoutMs });
	return { texts: client(textsMs), question: client(questionMs) };
}

/** @returns undefined: not what was asked for */
function vectorsOf(body: unknown, count: number): Float32Array[] | undefined {
	const parsed = v.safeParse(answer, body);
	if (!parsed.success || parsed.output.data.length !== count) return undefined;
	const ordered = parsed.output.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
	const vectors = ordered.map(({ embedding }) => Float32Array.from(embedding));
	return vectors.every(({ length }) => length === vectors[0]?.length) ? vectors : undefined;
}
