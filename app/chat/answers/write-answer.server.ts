import type { Db } from "../../platform/db/connection.server.ts";
import { WithoutRepetition } from "../context/continuation.ts";
import { questionOf } from "../context/question.server.ts";
import { type Model, ProviderError } from "../providers/provider.ts";
import { readWritten, THOUGHT_END } from "./answer-growth.server.ts";
import { type AnswerLog, LeaseLost } from "./answer-log.server.ts";
import { askModel } from "./ask-model.server.ts";
import { type Ending, finishAnswer } from "./finish-answer.server.ts";
import { claimLease, MAX_ATTEMPTS, releaseLease } from "./lease.server.ts";

type Claimed = NonNullable<Awaited<ReturnType<typeof claimLease>>>;

/** What a worker needs from its process. */
export type WorkerDependencies = {
	db: Db;
	log: AnswerLog;
	/** The worker id in leases. */
	owner: string;
	/** Looks a model up by its id; undefined when the operator has removed it. */
	findModel(id: string): Pick<Model, "provider" | "contextTokens" | "answerTokens"> | undefined;
	/** The operator's system prompt for every model; "" for none. */
	instruction: string;
	/** Logs the provider's error detail, which contains no user text. */
	onFailure(answerId: string, code: string, detail: string): void;
	/** Called after the answer has ended and its readers were notified: later work must not delay the end. */
	onSettled(answerId: string, ending: Ending, model: string): void;
};

/** Why a worker is aborted from outside. */
export type StopReason = "stop" | "lost" | "shutdown";

/**
 * Writes one answer to its end: claims the lease, calls the model, appends every piece to the log, finishes.
 * Independent of any request, so closing the tab does not stop it. Does nothing when another process holds the lease.
 * @param controller aborted with a `StopReason` to end early; the model's call is cut at once
 * @param taken called when the lease is claimed
 */
export async function writeAnswer(
	desk: WorkerDependencies,
	answerId: string,
	controller: AbortController,
	taken: () => void,
): Promise<void> {
	const { db, log, owner } = desk;
	const answer = await claimLease(db, answerId, owner);
	if (!answer) return;
	taken();
	try {
		const ending = await write(desk, answer, controller);
		if (ending === "shutdown") {
			await releaseLease(db, answerId, owner, { innocent: true });
			return;
		}
		if (ending === "lost") return;
		if (await finishAnswer(db, log, answerId, owner, ending)) desk.onSettled(answerId, ending, answer.model);
	} catch (error) {
		if (error instanceof LeaseLost) return;
		// A database failure or a defect: releasing the lease lets the next attempt start without waiting for its expiry.
		const held = await releaseLease(db, answerId, owner, { innocent: false }).catch(() => true);
		// After a long freeze connections are broken, and another process has resumed the answer long ago.
		if (held) throw error;
	}
}

async function write(
	desk: WorkerDependencies,
	answer: Claimed,
	{ signal }: AbortController,
): Promise<Ending | "shutdown" | "lost"> {
	const soFar = await readWritten(desk.db, answer.id);
	if (!soFar) return "lost";
	if (answer.stop_requested_at !== null) return { state: "stopped" };
	if (answer.attempts > MAX_ATTEMPTS) return failed(soFar.text !== "", "attempts");
	const model = desk.findModel(answer.model);
	if (!model) return failed(soFar.text !== "", "model-missing");

	const began = performance.now();
	const writer = desk.log.openWriter(answer.id, desk.owner, soFar.cursor);
	// Where the log turns out to be reasoning, only the row's text remains text.
	const base = answer.text;
	let repetition = new WithoutRepetition(soFar.text);
	// Only a flag: the text itself is in the log and need not be in memory twice.
	let said = soFar.text !== "";
	let blank = soFar.text.trim() === "";
	let firstPieceMs: number | undefined;
	const say = (kind: "text" | "reasoning", piece: string) => {
		if (piece === "") return;
		if (kind === "text") said = true;
		if (kind === "text" && blank) blank = piece.trim() === "";
		writer.append(kind, piece);
		firstPieceMs ??= Math.round(performance.now() - began);
	};
	/** Reclassifies the text of this attempt as reasoning. */
	const takeBack = () => {
		say("text", repetition.flush());
		writer.append("text", THOUGHT_END);
		repetition = new WithoutRepetition(base);
		said = base !== "";
		blank = base.trim() === "";
	};
	let stream: Awaited<ReturnType<typeof askModel>> | undefined;
	try {
		// Passed without a local variable, so that the conversation can be collected while the answer runs.
		stream = await askModel(
			desk,
			answer,
			model,
			await questionOf(desk.db, answer, soFar.text, desk.instruction, model),
			signal,
		);
		for (let step = stream.first; !step.done; step = await stream.rest.next()) {
			const event = step.value;
			if (event.kind === "reasoning") say(event.kind, event.text);
			else if (event.kind === "text") say(event.kind, repetition.take(event.text));
			else if (event.kind === "thought") takeBack();
			else {
				say("text", repetition.flush());
				await writer.flush();
				if (blank && event.finish !== "filtered") return failed(said, "empty");
				return { state: "done", finish: event.finish, usage: event.usage, firstPieceMs };
			}
		}
		say("text", repetition.flush());
		await writer.flush();
		return endingOnStop(signal) ?? failed(said, "cut-off");
	} catch (error) {
		const ordered = endingOnStop(signal);
		if (ordered === "lost") return ordered;
		if (!ordered && !(error instanceof ProviderError)) throw error;
		say("text", repetition.flush());
		await writer.flush();
		if (ordered) return ordered;
		const { code, detail } = error as ProviderError;
		// Asked to continue, the model added nothing: the text was complete and only its end was lost.
		if (code === "empty" && !blank) return { state: "done", finish: "stop", firstPieceMs };
		if (code === "length" && !blank) return { state: "done", finish: "length", firstPieceMs };
		desk.onFailure(answer.id, code, detail);
		return failed(said, code);
	} finally {
		// Whatever failed here, the model's stream is closed.
		await stream?.rest.return?.();
	}
}

/** The outcome of an abort: undefined when there was none. */
function endingOnStop(signal: AbortSignal): Ending | "shutdown" | "lost" | undefined {
	if (!signal.aborted) return undefined;
	return signal.reason === "stop" ? { state: "stopped" } : (signal.reason as "shutdown" | "lost");
}

/** An answer with text becomes `interrupted` and can be continued; one without has failed. */
function failed(said: boolean, failure: string): Ending {
	return { state: said ? "interrupted" : "failed", failure };
}
