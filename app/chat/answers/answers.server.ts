import { ourTerms, type Terms } from "../../billing/payments/terms.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswerState, Manner } from "../../platform/db/tables/chat.ts";
import { type Decided, type Decision, decide } from "../consent/decide.server.ts";
import { type RepeatedCall, repeatCall } from "../consent/repeat-call.server.ts";
import { type Deleted, deleteConversation } from "../conversations/delete-conversation.server.ts";
import type { Admit } from "../prompts/answers-of-all-servers.server.ts";
import { type Asked, ask, type PromptInput } from "../prompts/ask.server.ts";
import { type CallThrottled, throttleModelCall } from "../prompts/model-call-throttle.server.ts";
import { continueAnswer, type Regenerated, regenerateAnswer } from "../prompts/regenerate.server.ts";
import type { Waiting } from "../providers/provider.server.ts";
import { countRefusal } from "./answer-metrics.server.ts";
import type { AnswerWorkers } from "./answer-workers.server.ts";
import type { AnswerLog } from "./log/answer-log.server.ts";
import { requestStop } from "./request-stop.server.ts";

/** A new prompt, or with `editOf` another version of one. */
export type PromptRequest = { kind: "prompt" } & PromptInput;
/** Another answer to the same prompt, the rest of one that broke off, or one more call of it. */
export type RetryRequest =
	| { kind: "regenerate"; answerId: string; attemptId: string; model: string; manner?: Manner | null }
	/** `mayAsk`: whether the current plan may pay for this model. */
	| {
			kind: "continue";
			answerId: string;
			attemptId: string | undefined;
			/** How the answer has ended, as far as the person knows. */
			seen?: AnswerState | undefined;
			mayAsk?: (modelId: string) => boolean;
	  }
	/** The call anew of which nobody knows whether it was carried out. */
	| { kind: "repeat"; answerId: string; attemptId: string };

type DecideArguments = [accountId: string, callId: string, decision: Decision, now?: number];

export type NotStarted =
	/** This process, or all servers together, write as many answers as they can. */
	{ outcome: "full" } | ({ outcome: "throttled" } & CallThrottled);

/**
 * The life of an answer, from outside: `start` begins it, `stop` asks for its end. It ends in `finishAnswers()` of
 * `finish-answer.server.ts`, whoever calls that. Callers have no duty before or after.
 */
export class Answers {
	readonly #db: Db;
	readonly #log: Pick<AnswerLog, "announce" | "waitingFor">;
	readonly #workers: Pick<AnswerWorkers, "full" | "admit" | "start" | "stop">;

	constructor(
		db: Db,
		log: Pick<AnswerLog, "announce" | "waitingFor">,
		workers: Pick<AnswerWorkers, "full" | "admit" | "start" | "stop">,
	) {
		this.#db = db;
		this.#log = log;
		this.#workers = workers;
	}

	/**
	 * Records a request and its pending answer, reserves a message for it, and after the commit starts its worker. A
	 * repeated request finds its answer and starts nothing. If the process dies in between, the job for orphans finds
	 * the answer.
	 */
	start(accountId: string, request: PromptRequest, now?: number, terms?: Terms): Promise<Asked | NotStarted>;
	start(
		accountId: string,
		request: RetryRequest,
		now?: number,
		terms?: Terms,
	): Promise<Regenerated | RepeatedCall | NotStarted>;
	async start(
		accountId: string,
		request: PromptRequest | RetryRequest,
		now = Date.now(),
		terms: Terms = ourTerms,
	): Promise<Asked | Regenerated | RepeatedCall | NotStarted> {
		const started = await this.#start(accountId, request, now, terms);
		if (started.outcome !== "asked" && started.outcome !== "repeated") countRefusal(started.outcome);
		return started;
	}

	async #start(
		accountId: string,
		request: PromptRequest | RetryRequest,
		now: number,
		terms: Terms,
	): Promise<Asked | Regenerated | RepeatedCall | NotStarted> {
		if (this.#workers.full) return { outcome: "full" };
		let leave: (() => void) | null = null;
		const admit = () => {
			leave ??= this.#workers.admit();
			return leave !== null;
		};
		try {
			const reference = request.kind === "prompt" ? request.promptId : request.attemptId;
			const throttled = await throttleModelCall(this.#db, accountId, reference, now);
			if (throttled) return { outcome: "throttled", ...throttled };
			const recorded = await this.#record(accountId, request, now, terms, admit);
			if (recorded.outcome === "asked" || recorded.outcome === "repeated")
				this.#workers.start(recorded.answerId);
			return recorded;
		} finally {
			(leave as (() => void) | null)?.();
		}
	}

	/** Why a running answer has no text yet, where this process knows. */
	waitingFor(answerId: string): Waiting | null {
		return this.#log.waitingFor(answerId);
	}

	#record(
		accountId: string,
		request: PromptRequest | RetryRequest,
		now: number,
		terms: Terms,
		admit: Admit,
	): Promise<Asked | Regenerated | RepeatedCall> {
		const db = this.#db;
		if (request.kind === "prompt") return ask(db, accountId, request, now, terms, undefined, admit);
		const { answerId } = request;
		if (request.kind === "continue")
			return continueAnswer(
				db,
				accountId,
				answerId,
				request.attemptId,
				now,
				terms,
				request.mayAsk,
				undefined,
				admit,
				request.seen,
			);
		if (request.kind === "repeat") return repeatCall(db, accountId, answerId, now);
		const { attemptId, model, manner } = request;
		return regenerateAnswer(db, accountId, answerId, attemptId, model, now, terms, manner, undefined, admit);
	}

	/**
	 * Stops an answer, whichever process writes it; the text so far stays. Idempotent.
	 * @returns "no-such-answer" also for another account's answer
	 */
	async stop(accountId: string, answerId: string, now = Date.now()): ReturnType<typeof requestStop> {
		const outcome = await requestStop(this.#db, accountId, answerId, now);
		if (outcome === "asked-to-stop") await this.#stopWorkers([answerId]);
		// An answer that waits for the person has no worker, so one is started to end it.
		if (outcome === "asked-to-stop") this.#workers.start(answerId);
		return outcome;
	}

	/** Writes down what a person says to a call that waits, as `decide()` does; then its answer goes on. */
	async decide(...[accountId, callId, decision, now]: DecideArguments): Promise<Decided> {
		const decided = await decide(this.#db, accountId, callId, decision, now);
		if (decided.outcome !== "decided") return decided;
		if (decided.goesOn) this.#workers.start(decided.answerId);
		await this.#log.announce(decided.answerId);
		return decided;
	}

	/** Deletes a conversation, as `deleteConversation()` does, and stops the worker of its running answer. */
	async deleteConversation(accountId: string, conversationId: string, now = Date.now()): Promise<Deleted> {
		const deleted = await deleteConversation(this.#db, accountId, conversationId, now);
		if (deleted.outcome === "deleted") await this.#stopWorkers(deleted.writing);
		return deleted;
	}

	/** Stops workers of this process at once, those of other processes by an announcement. */
	async #stopWorkers(answerIds: readonly string[]): Promise<void> {
		for (const answerId of answerIds) {
			this.#workers.stop(answerId);
			await this.#log.announce(answerId);
		}
	}
}
