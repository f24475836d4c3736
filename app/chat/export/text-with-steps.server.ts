import type { TFunction } from "i18next";
import { partsOf, placesOfReasoning } from "../markdown/live/text-parts.server.ts";
import { reasoningTimes, reasoningWords } from "../tools/reasoning-of-rounds.ts";
import type { ShownRound } from "../tools/shown-step.ts";
import { stepText } from "../tools/step-text.ts";

/** An answer to be exported. */
export type ExportedAnswer = {
	text: string;
	/** "": none. */
	reasoning: string;
	/** How long the model reasoned; null: not known. */
	reasoningMs: number | null;
	rounds: readonly ShownRound[];
};

/**
 * The text of an answer as Markdown, with what the model thought, folded, and a line for each step, in the order in
 * which it happened.
 */
export function textWithSteps(
	{ steps, chat }: { steps: TFunction<"steps">; chat: TFunction<"chat"> },
	{ text, reasoning, reasoningMs, rounds }: ExportedAnswer,
): string {
	if (rounds.length === 0 && reasoning === "") return text;
	const thoughts = partsOf(reasoning, placesOfReasoning(rounds)).map((part) => part.trim());
	const times = reasoningTimes(
		rounds,
		reasoningMs,
		thoughts.map((part) => part !== ""),
	);
	return partsOf(text, rounds)
		.flatMap((part, i) => {
			const lines = rounds[i]?.steps.map((step) => `> ${inOneLine(stepText(step, steps))}`) ?? [];
			const thought = thoughts[i] ?? "";
			const words = reasoningWords(secondsOf(times[i] ?? null), false, chat);
			return [thought && folded(words, thought), part.trim(), lines.join("\n>\n")];
		})
		.filter((part) => part !== "")
		.join("\n\n");
}

const folded = (summary: string, text: string) =>
	`<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;

const secondsOf = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1_000));

const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
