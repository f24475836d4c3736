import type { Db } from "../../platform/db/connection.server.ts";
import { whileAway } from "../../platform/db/database-away.server.ts";
import { waitForPerson } from "../consent/wait-for-person.server.ts";
import { waitForDocuments } from "../context/branch-files.server.ts";
import type { AnswerEnd, TokenCount } from "./answer-end.ts";
import { countHandOver } from "./answer-metrics.server.ts";
import { AnswerText } from "./answer-text.server.ts";
import { endOnStop, failed } from "./end-of-attempt.server.ts";
import { finishAnswer } from "./finish-answer.server.ts";
import { claimLease, MAX_ATTEMPTS, releaseLease } from "./lease.server.ts";
import { LeaseLost } from "./log/answer-log.server.ts";
import { readAnswerSoFar } from "./log/answer-updates.server.ts";
import { readRounds } from "./rounds/read-rounds.server.ts";
import { type Ended, writeRounds } from "./rounds/write-rounds.server.ts";
import { handOver } from "./spare-models.server.ts";
import type { Claimed, WorkerDependencies } from "./worker-dependencies.server.ts";

/** Why a worker is aborted from outside. */
export type StopReason = "stop" | "lost" | "shutdown";

/**
 * Writes one answer to its end: claims the lease, calls the model, appends every piece to the log, finishes.
 * Independent of any request, so closing the tab does not stop it. Does nothing when another process holds the lease.
 * @param controller aborted with a `StopReason` to end early; the model's call is cut at once
 * @param onClaimed called when the lease is claimed
 * @param shutdown aborted when the process ends, also where `controller` has been aborted for another reason
 */
export async function writeAnswer(
	dependencies: WorkerDependencies,
	answerId: string,
	controller: AbortController,
	onClaimed: () => void,
	shutdown: AbortSignal,
): Promise<void> {
	const { db, owner } = dependencies;
	const answer = await claimLease(db, answerId, owner);
	if (!answer) return;
	onClaimed();
	try {
		const end = await writeOrHandOver(dependencies, answer, controller);
		if (end === "shutdown" || end === "restarted") {
			// The scheduled search for answers without a worker resumes it, within two seconds in this process.
			await releaseLease(db, answerId, owner, { countsAsAttempt: end === "restarted" });
			return;
		}
		if (end === "lost") return;
		if (end === "waiting") return await wait(dependencies, answerId);
		if (await finish(dependencies, answer, end, controller, shutdown))
			dependencies.onSettled(answerId, end, answer.model);
	} catch (error) {
		// A database failure or a defect: releasing the lease lets the next attempt start without waiting for its expiry. So
		// it does where a row of the answer was changed meanwhile although the lease is ours (`LeaseLost`).
		const held = await releaseLease(db, answerId, owner, { countsAsAttempt: true }).catch(() => true);
		// After a long freeze connections are broken, and another process has resumed the answer long ago.
		if (held && !(error instanceof LeaseLost)) throw error;
	}
}

/**
 * Ends the answer, and tries it again while the database is away: the log has the whole text, and another attempt would
 * ask the model once more.
 * @returns false when the lease was lost
 */
async function finish(
	dependencies: WorkerDependencies,
	{ id, model }: Claimed,
	end: AnswerEnd,
	{ signal }: AbortController,
	shutdown: AbortSignal,
): Promise<boolean> {
	const { db, log, owner } = dependencies;
	const followUp = async (trx: Db) => dependencies.followUp?.(trx, id, end, model);
	return whileAway(
		() => finishAnswer(db, log, id, owner, end, Date.now(), followUp),
		shutdown,
		() => typeof endOnStop(signal) === "string",
	);
}

/** Writes by the model that was chosen, or, while that one is down, by its spare: then `answer` bears the spare's id. */
async function writeOrHandOver(
	dependencies: WorkerDependencies,
	answer: Claimed,
	controller: AbortController,
): Promise<Ended> {
	const { spares, db, log, owner } = dependencies;
	const known = answer.text === "" ? spares?.instead(answer.model) : undefined;
	const end = known ? undefined : await write(dependencies, answer, controller);
	if (typeof end === "string") return end;
	const spare = known ?? (end && spares?.after(answer.model, end));
	const handed = spare && (await handOver(db, answer, owner, spare));
	if (!handed) return end ?? write(dependencies, answer, controller);
	if (end?.failure) countHandOver(answer.model, end.failure);
	Object.assign(answer, handed);
	// The readers are told who answers.
	await log.announce(answer.id);
	return write(dependencies, answer, controller);
}

/** Leaves an answer to its person. Where the decision was faster, it is taken up again. */
async function wait({ db, log, owner }: WorkerDependencies, answerId: string): Promise<void> {
	if (!(await waitForPerson(db, answerId, owner)))
		await releaseLease(db, answerId, owner, { countsAsAttempt: false });
	await log.announce(answerId);
}

async function write(
	dependencies: WorkerDependencies,
	answer: Claimed,
	{ signal }: AbortController,
): Promise<Ended> {
	const { db } = dependencies;
	const soFar = await readAnswerSoFar(db, answer.id);
	if (!soFar) return "lost";
	if (answer.stop_requested_at !== null) return { state: "stopped" };
	if (answer.attempts > MAX_ATTEMPTS) return failed(soFar.text !== "", "attempts");
	const model = dependencies.findModel(answer.model);
	if (!model) return failed(soFar.text !== "", "model-missing");
	const branchFiles = await waitForDocuments(db, answer, signal);
	if (branchFiles === "aborted") return endOnStop(signal) ?? "lost";
	if (branchFiles === "failed") return failed(soFar.text !== "", "document");

	const rounds = answer.rounds > 0 ? ((await readRounds(db, [answer.id])).get(answer.id) ?? []) : [];
	const after = soFar.text.slice(rounds.at(-1)?.text_to ?? 0);
	const tail = after.trim() === "" ? "" : after;
	const text = new AnswerText(
		dependencies.log.openWriter(answer.id, dependencies.owner, soFar.cursor),
		soFar,
		// Where the log turns out to be reasoning, only the row's text remains text.
		rounds.length === 0 ? answer.text : null,
		tail,
	);
	const end = await writeRounds({ dependencies, answer, model, branchFiles, text, signal }, rounds, {
		text: tail,
		reasoning: soFar.reasoning.slice(rounds.at(-1)?.reasoning_to ?? 0),
	});
	if (typeof end === "string" || end.usage || text.askedTokens === 0) return end;
	const letters = text.textLength + text.reasoningLength - soFar.text.length - soFar.reasoning.length;
	return { ...end, estimate: estimateOf(text.askedTokens, letters) };
}

/** Cyrillic letters, as `estimateTokens` takes them: the text itself is not in memory any more. */
const LETTERS_PER_TOKEN = 3.2;

const estimateOf = (promptTokens: number, letters: number): TokenCount => ({
	promptTokens,
	completionTokens: Math.ceil(Math.max(0, letters) / LETTERS_PER_TOKEN),
});
