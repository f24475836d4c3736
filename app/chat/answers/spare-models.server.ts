import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import type { AnswersTable } from "../../platform/db/tables/chat.ts";
import type { FailureCode, Model } from "../providers/provider.server.ts";
import type { AnswerEnd } from "./answer-end.ts";

/** Failures of a server or of our access to it. The spare model would not mend a fault of one request. */
const DOWN = new Set<string | undefined>([
	"unreachable",
	"refused",
	"rate-limited",
	"timeout",
	"model-missing",
	"malformed",
] satisfies FailureCode[]);

/** The time for which the spare answers at once: a server that hangs would cost each question its whole time-out. */
const DOWN_MS = 60_000;

/** The models of this process that are down, and those that answer in their place. */
export class SpareModels {
	readonly #findModel: (id: string) => Pick<Model, "spare"> | undefined;
	/** One entry for each model, so no more than there are models. */
	readonly #downUntil = new Map<string, number>();

	constructor(findModel: (id: string) => Pick<Model, "spare"> | undefined) {
		this.#findModel = findModel;
	}

	/** The model that answers in place of one that was down a moment ago. @param now milliseconds of a steady clock */
	instead(id: string, now = performance.now()): string | undefined {
		return (this.#downUntil.get(id) ?? 0) > now ? this.#spareOf(id) : undefined;
	}

	/** The model that answers in place of one whose answer has ended with `end`; undefined: none, the answer ends so. */
	after(id: string, end: AnswerEnd, now = performance.now()): string | undefined {
		const spare = this.#spareOf(id);
		if (!spare || end.state !== "failed" || !DOWN.has(end.failure)) return undefined;
		this.#downUntil.set(id, now + DOWN_MS);
		return spare;
	}

	#spareOf(id: string): string | undefined {
		const spare = this.#findModel(id)?.spare;
		return spare !== undefined && this.#findModel(spare) ? spare : undefined;
	}
}

/**
 * Hands an answer over to the spare model, for the holder of its lease. It stays there, also after a crash.
 * @returns the answer's row; undefined where the lease is lost, or the model has called tools, whose results are its own
 */
export async function handOver(
	db: Db,
	answer: { id: string; model: string },
	owner: string,
	spare: string,
): Promise<Selectable<AnswersTable> | undefined> {
	return db
		.updateTable("answers")
		.set({ model: spare, spare_for: answer.model })
		.where("id", "=", answer.id)
		.where("lease_owner", "=", owner)
		.where("rounds", "=", 0)
		.returningAll()
		.executeTakeFirst();
}
