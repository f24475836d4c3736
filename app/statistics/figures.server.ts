/**
 * A figure of a day. `failure:<code>` is an answer that a model did not complete, `first-piece:<ms>` one whose
 * first piece came within so many milliseconds and after those of the bucket before.
 */
export type Metric =
	/** When the day was counted last, in milliseconds, as the sum. */
	| "counted"
	/** Registrations begun, and those whose e-mail was confirmed. */
	| "asked"
	| "registered"
	/** People who registered that day and have paid since. */
	| "converted"
	/** People who have asked a question that day, and within the 7 and the 30 days that end with it. */
	| "active-1"
	| "active-7"
	| "active-30"
	/** Answers that ended. */
	| "messages"
	/** The sums are tokens, of which `tokens-estimated` are our estimate. */
	| "tokens-in"
	| "tokens-out"
	| "tokens-estimated"
	/** The sums are kopecks. */
	| "cost"
	| "income"
	| "refunds"
	| `failure:${string}`
	| `first-piece:${string}`;

/** One figure of a day. */
export type Figure = { metric: Metric; model: string; plan: string; count: number; sum: number };

/** Figures while they are counted. */
export class Figures {
	readonly #all = new Map<string, Figure>();

	add(metric: Metric, { model = "", plan = "", count = 1, sum = 0 }: Partial<Omit<Figure, "metric">> = {}) {
		const key = JSON.stringify([metric, model, plan]);
		const figure = this.#all.get(key);
		if (!figure) this.#all.set(key, { metric, model, plan, count, sum });
		else {
			figure.count += count;
			figure.sum += sum;
		}
	}

	all = (): Figure[] => [...this.#all.values()];
}
