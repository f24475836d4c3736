import { Counter, Histogram } from "../../platform/metrics/metric.server.ts";
import type { AnswerEnd } from "./answer-end.ts";

const ended = new Counter("sobesednik_answers_total", "Ended answers by model and state.");
const failures = new Counter("sobesednik_answer_failures_total", "Answers that a model did not complete.");
const firstPiece = new Histogram(
	"sobesednik_first_piece_seconds",
	"From the start of a worker to the first piece of the model.",
	[0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
);
const refused = new Counter(
	"sobesednik_questions_refused_total",
	"Questions that were not taken, by reason.",
);

export const answerMetrics = [ended, failures, firstPiece, refused];

/** Counts an answer that has ended. @param model its id, of the operator's list */
export function countEnd({ state, failure, firstPieceMs }: AnswerEnd, model: string): void {
	ended.add({ model, state });
	if (failure !== undefined) failures.add({ model, code: failure });
	if (firstPieceMs !== undefined) firstPiece.observe(firstPieceMs / 1_000, { model });
}

/** Counts an answer that a model could not give, and that its spare goes on with. */
export function countHandOver(model: string, code: string): void {
	ended.add({ model, state: "handed-over" });
	failures.add({ model, code });
}

/** Counts a question that was not taken. */
export const countRefusal = (reason: string): void => refused.add({ reason });
