import type { TFunction } from "i18next";
import { partsOf } from "../markdown/live/text-parts.server.ts";
import type { ShownRound } from "../tools/shown-step.ts";
import { stepText } from "../tools/step-text.ts";

/** The text of an answer with a line for each step, in the order in which it happened. */
export function textWithSteps(t: TFunction<"steps">, text: string, rounds: readonly ShownRound[]): string {
	if (rounds.length === 0) return text;
	return partsOf(text, rounds)
		.flatMap((part, i) => {
			const lines = rounds[i]?.steps.map((step) => `> ${inOneLine(stepText(step, t))}`) ?? [];
			return [part.trim(), lines.join("\n>\n")];
		})
		.filter((part) => part !== "")
		.join("\n\n");
}

const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
