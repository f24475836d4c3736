import { openBlobs } from "../../files/blobs/open-blobs.server.ts";
import type { Embeddings } from "../../files/vectors/embeddings.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { parseSources } from "../citations/sources.server.ts";
import { type BranchFiles, waitForDocuments } from "../context/branch-files.server.ts";
import { promptBudget } from "../context/context.server.ts";
import { WithoutRepetition } from "../context/continuation.server.ts";
import { readDocuments } from "../context/documents.server.ts";
import { readDocumentsAgain } from "../context/given-again.server.ts";
import { buildModelRequest, type ModelRequest } from "../context/model-request.server.ts";
import { readPictures } from "../context/pictures.server.ts";
import { type Model, ProviderError } from "../providers/provider.server.ts";
import type { AnswerEnd } from "./answer-end.ts";
import { type AnswerLog, LeaseLost } from "./answer-log.server.ts";
import { readAnswerSoFar, THOUGHT_END } from "./answer-updates.server.ts";
import { askModel } from "./ask-model.server.ts";
import { finishAnswer } from "./finish-answer.server.ts";
import { claimLease, MAX_ATTEMPTS, releaseLease } from "./lease.server.ts";

type Claimed = NonNullable<Awaited<ReturnType<typeof claimLease>>>;

/** What a worker needs from its process. */
export type WorkerDependencies = {
	db: Db;
	log: AnswerLog;
	/** The worker id in leases. */
	owner: string;
	/** Looks a model up by its id; undefined when the operator has removed it. */
	findModel(
		id: string,
	): (Pick<Model, "provider" | "contextTokens" | "answerTokens"> & Partial<Pick<Model, "sees">>) | undefined;
	/** The operator's system prompt for every model; "" for none. */
	instruction: string;
	/** The server by which documents are searched for meaning too; null: by words alone. */
	embeddings?: Embeddings | null;
	/** Logs the provider's error detail, which contains no user text. */
	onFailure(answerId: string, code: string, detail: string): void;
	/** Queues the work that follows from an end, in the transaction that ends the answer. */
	followUp?(trx: Db, answerId: string, end: AnswerEnd, model: string): Promise<void>;
	/** Called after the answer has ended and its readers were notified: later work must not delay the end. */
	onSettled(answerId: string, end: AnswerEnd, model: string): void;
};

/** Why a worker is aborted from outside. */
export type StopReason = "stop" | "lost" | "shutdown";

/**
 * Writes one answer to its end: claims the lease, calls the model, appends every piece to the log, finishes.
 * Independent of any request, so closing the tab does not stop it. Does nothing when another process holds the lease.
 * @param controller aborted with a `StopReason` to end early; the model's call is cut at once
 * @param onClaimed called when the lease is claimed
 */
export async function writeAnswer(
	dependencies: WorkerDependencies,
	answerId: string,
	controller: AbortController,
	onClaimed: () => void,
): Promise<void> {
	const { db, log, owner } = dependencies;
	const answer = await claimLease(db, answerId, owner);
	if (!answer) return;
	onClaimed();
	try {
		const end = await write(dependencies, answer, controller);
		if (end === "shutdown") {
			await releaseLease(db, answerId, owner, { countsAsAttempt: false });
			return;
		}
		if (end === "lost") return;
		const followUp = async (trx: Db) => dependencies.followUp?.(trx, answerId, end, answer.model);
		if (await finishAnswer(db, log, answerId, owner, end, Date.now(), followUp))
			dependencies.onSettled(answerId, end, answer.model);
	} catch (error) {
		if (error instanceof LeaseLost) return;
		// A database failure or a defect: releasing the lease lets the next attempt start without waiting for its expiry.
		const held = await releaseLease(db, answerId, owner, { countsAsAttempt: true }).catch(() => true);
		// After a long freeze connections are broken, and another process has resumed the answer long ago.
		if (held) throw error;
	}
}

async function write(
	dependencies: WorkerDependencies,
	answer: Claimed,
	{ signal }: AbortController,
): Promise<AnswerEnd | "shutdown" | "lost"> {
	const soFar = await readAnswerSoFar(dependencies.db, answer.id);
	if (!soFar) return "lost";
	if (answer.stop_requested_at !== null) return { state: "stopped" };
	if (answer.attempts > MAX_ATTEMPTS) return failed(soFar.text !== "", "attempts");
	const model = dependencies.findModel(answer.model);
	if (!model) return failed(soFar.text !== "", "model-missing");
	const branchFiles = await waitForDocuments(dependencies.db, answer, signal);
	if (branchFiles === "aborted") return endOnStop(signal) ?? "lost";
	if (branchFiles === "failed") return failed(soFar.text !== "", "document");

	const began = performance.now();
	const writer = dependencies.log.openWriter(answer.id, dependencies.owner, soFar.cursor);
	// Where the log turns out to be reasoning, only the row's text remains text.
	const base = answer.text;
	let repetition = new WithoutRepetition(soFar.text);
	// Only a flag: the text itself is in the log and need not be in memory twice.
	let hasText = soFar.text !== "";
	let blank = soFar.text.trim() === "";
	let firstPieceMs: number | undefined;
	const append = (kind: "text" | "reasoning", piece: string) => {
		if (piece === "") return;
		if (kind === "text") hasText = true;
		if (kind === "text" && blank) blank = piece.trim() === "";
		writer.append(kind, piece);
		firstPieceMs ??= Math.round(performance.now() - began);
	};
	/** Reclassifies the text of this attempt as reasoning. */
	const takeBack = () => {
		append("text", repetition.flush());
		writer.append("text", THOUGHT_END);
		repetition = new WithoutRepetition(base);
		hasText = base !== "";
		blank = base.trim() === "";
	};
	let stream: Awaited<ReturnType<typeof askModel>> | undefined;
	try {
		// Passed without a local variable, so that the conversation can be collected while the answer runs.
		stream = await askModel(
			dependencies,
			answer,
			model,
			await modelRequestFor(dependencies, answer, branchFiles, soFar.text, model),
			signal,
		);
		for (let step = stream.first; !step.done; step = await stream.rest.next()) {
			const event = step.value;
			if (event.kind === "reasoning") append(event.kind, event.text);
			else if (event.kind === "text") append(event.kind, repetition.take(event.text));
			else if (event.kind === "thought") takeBack();
			else {
				append("text", repetition.flush());
				await writer.flush();
				if (blank && event.finish !== "filtered") return failed(hasText, "empty");
				return { state: "done", finish: event.finish, usage: event.usage, firstPieceMs };
			}
		}
		append("text", repetition.flush());
		await writer.flush();
		return endOnStop(signal) ?? failed(hasText, "cut-off");
	} catch (error) {
		const ordered = endOnStop(signal);
		if (ordered === "lost") return ordered;
		if (!ordered && !(error instanceof ProviderError)) throw error;
		append("text", repetition.flush());
		await writer.flush();
		if (ordered) return ordered;
		const { code, detail } = error as ProviderError;
		// Asked to continue, the model added nothing: the text was complete and only its end was lost.
		if (code === "empty" && !blank) return { state: "done", finish: "stop", firstPieceMs };
		if (code === "length" && !blank) return { state: "done", finish: "length", firstPieceMs };
		dependencies.onFailure(answer.id, code, detail);
		return failed(hasText, code);
	} finally {
		// Whatever failed here, the model's stream is closed.
		await stream?.rest.return?.();
	}
}

/** The request with what is given of the branch's documents, which is stored with the answer. */
async function modelRequestFor(
	{ db, log, instruction, embeddings = null }: WorkerDependencies,
	answer: Claimed,
	branchFiles: BranchFiles,
	textSoFar: string,
	model: Pick<Model, "contextTokens" | "answerTokens"> & Partial<Pick<Model, "sees">>,
): Promise<ModelRequest> {
	const room = promptBudget(model.contextTokens, model.answerTokens);
	const goesOn = answer.sources !== null && textSoFar !== "";
	const documents = goesOn
		? await readDocumentsAgain(db, branchFiles, parseSources(answer.sources))
		: await readDocuments(db, answer.account_id, branchFiles, room, embeddings);
	if (documents && !goesOn) {
		const sources = JSON.stringify(documents.given);
		await db.updateTable("answers").set({ sources }).where("id", "=", answer.id).execute();
		// The readers need to know what may be cited.
		await log.announce(answer.id);
	}
	const parts = { db, blobs: openBlobs(db) };
	const pictures = await readPictures(parts, branchFiles, room, model.sees ?? false);
	return buildModelRequest(db, answer, textSoFar, instruction, model, documents, pictures);
}

/** The outcome of an abort: undefined when there was none. */
function endOnStop(signal: AbortSignal): AnswerEnd | "shutdown" | "lost" | undefined {
	if (!signal.aborted) return undefined;
	return signal.reason === "stop" ? { state: "stopped" } : (signal.reason as "shutdown" | "lost");
}

/** An answer with text becomes `interrupted` and can be continued; one without has failed. */
function failed(hasText: boolean, failure: string): AnswerEnd {
	return { state: hasText ? "interrupted" : "failed", failure };
}
