import { rubles } from "../../../billing/rubles.server.ts";
import type texts from "../../../i18n/ru/admin-overview.ts";
import type { Period } from "../../../statistics/read-period.server.ts";
import { numberOf, secondsOf, shareOf, shortNumberOf } from "./numbers.server.ts";

/** Models shown one by one; the others are in the file. */
const MODELS = 50;

/** The figures of each model: the most used first, and all together. */
export function modelsOf(period: Period, titleOf: (model: string) => string, withMoney: boolean) {
	const row = (model?: string) => {
		const of = model === undefined ? {} : { model };
		const sum = (metric: "tokens-in" | "tokens-out" | "tokens-estimated") => period.total(metric, of).sum;
		const messages = period.total("messages", of).count;
		const cost = period.total("cost", of);
		const estimated = sum("tokens-estimated");
		const failures = period.byCode("failure", of).reduce((all, [, count]) => all + count, 0);
		const times = period.firstPiece(of);
		return {
			messages: numberOf(messages),
			tokensIn: shortNumberOf(sum("tokens-in")),
			tokensOut: shortNumberOf(sum("tokens-out")),
			/** Null: nothing was estimated. */
			estimated: estimated > 0 ? shortNumberOf(estimated) : null,
			/** Null: it has no price; undefined: the role does not see money. */
			cost: withMoney ? (cost.count > 0 ? rubles(cost.sum) : null) : undefined,
			firstPiece: times ? `${secondsOf(times.p50)} / ${secondsOf(times.p95)}` : "—",
			failures: shareOf(failures, messages),
		};
	};
	const { models } = period;
	return {
		rows: models.slice(0, MODELS).map((model) => ({ id: model, title: titleOf(model), ...row(model) })),
		total: models.length > 1 ? row() : null,
	};
}

/** Why answers were not completed: the most frequent reasons first. */
export function failuresOf(period: Period) {
	const codes = period.byCode("failure");
	const count = codes.reduce((all, [, one]) => all + one, 0);
	return {
		rows: codes.map(([code, number]) => ({ code, name: failureName(code), number })),
		total: numberOf(count),
		answers: numberOf(period.total("messages").count),
	};
}

type Named = Exclude<keyof (typeof texts)["failures"]["codes"], "other">;

/** The codes that have words; others are rare. */
const NAMED = {
	unreachable: true,
	refused: true,
	"rate-limited": true,
	timeout: true,
	"context-too-long": true,
	"model-missing": true,
	empty: true,
	length: true,
	"cut-off": true,
	malformed: true,
	filtered: true,
	attempts: true,
	document: true,
	storage: true,
} satisfies Record<Named, true>;

const failureName = (code: string): Named | "other" =>
	Object.hasOwn(NAMED, code) ? (code as Named) : "other";
