import type { TFunction } from "i18next";
import type { ShownRound } from "./shown-step.ts";

/**
 * How long the model reasoned before each round of an answer and after the last one, in milliseconds; null: that is not
 * known.
 * @param ms in all
 * @param had whether there is reasoning at each of these places
 */
export function reasoningTimes(
	rounds: readonly Pick<ShownRound, "reasoningMs">[],
	ms: number | null,
	had: readonly boolean[],
): (number | null)[] {
	let before: number | null = 0;
	return had.map((has, i) => {
		const round = rounds[i];
		const until: number | null = round ? (round.reasoningMs ?? (has ? null : before)) : ms;
		const took = before === null || until === null ? null : Math.max(0, until - before);
		before = until;
		return took;
	});
}

/** How long a model has reasoned, in words. @param seconds whole ones; null: not known */
export function reasoningWords(seconds: number | null, running: boolean, t: TFunction<"chat">): string {
	if (seconds === null) return t("reasoning.title");
	const time =
		seconds < 60
			? t("reasoning.seconds", { seconds })
			: t("reasoning.minutes", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
	if (running) return seconds < 1 ? t("reasoning.running") : t("reasoning.runningFor", { time });
	return seconds < 1 ? t("reasoning.short") : t("reasoning.took", { time });
}
