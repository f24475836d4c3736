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

/** What a pen needs of the process it writes in. */
export type WorkerDependencies = {
	db: Db;
	log: AnswerLog;
	/** Names this process in leases. */
	owner: string;
	/** A model by its id, or undefined when the operator has taken it away. */
	findModel(id: string): Pick<Model, "provider" | "contextTokens" | "answerTokens"> | undefined;
	/** The operator's instruction to every model; "" for none. */
	instruction: string;
	/** Logs what the provider said of its failure; it holds no words of people. */
	onFailure(answerId: string, code: string, detail: string): void;
	/** An answer has ended and readers know: what may come after it must not hold it up. */
	onSettled(answerId: string, ending: Ending, model: string): void;
};

/** Why a pen is put down from outside. */
export type StopReason = "stop" | "lost" | "shutdown";

/**
 * Writes one answer to its end: takes the lease, asks the model, puts every piece into the log, settles.
 * Runs detached from any request, so closing the tab does not stop it. Does nothing when another
 * process holds the pen.
 * @param controller aborted with a `PutDown` to end it early; the model's call is cut at once
 * @param taken is called when the lease is ours
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
		// A database that failed, a mistake of ours: the next attempt need not wait until the lease runs out.
		const held = await releaseLease(db, answerId, owner, { innocent: false }).catch(() => true);
		// After a long freeze connections are broken, and another process has gone on with the answer long ago.
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
	// Of a log in which the end of a thought turns up nothing stays but what the row holds.
	const base = answer.text;
	let repetition = new WithoutRepetition(soFar.text);
	// Only whether something was said is kept here: the text itself is in the log, and would be in memory once more.
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
	/** What this attempt has said was reasoning. */
	const takeBack = () => {
		say("text", repetition.flush());
		writer.append("text", THOUGHT_END);
		repetition = new WithoutRepetition(base);
		said = base !== "";
		blank = base.trim() === "";
	};
	let stream: Awaited<ReturnType<typeof askModel>> | undefined;
	try {
		// Not kept here: while the answer is written, nobody needs the conversation in memory.
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
		// Asked to go on, the model had nothing to add: all had been said, only the end was lost.
		if (code === "empty" && !blank) return { state: "done", finish: "stop", firstPieceMs };
		if (code === "length" && !blank) return { state: "done", finish: "length", firstPieceMs };
		desk.onFailure(answer.id, code, detail);
		return failed(said, code);
	} finally {
		// Whatever went wrong here, the model is not left talking.
		await stream?.rest.return?.();
	}
}

/** What is to become of the answer when it was ended from outside. */
function endingOnStop(signal: AbortSignal): Ending | "shutdown" | "lost" | undefined {
	if (!signal.aborted) return undefined;
	return signal.reason === "stop" ? { state: "stopped" } : (signal.reason as "shutdown" | "lost");
}

/** With something said the answer is interrupted and can go on; with nothing it has failed. */
function failed(said: boolean, failure: string): Ending {
	return { state: said ? "interrupted" : "failed", failure };
}
