import type { TFunction } from "i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import type { Tree } from "../../../chat/markdown/tree/tree.ts";
import { STEPS } from "../../../chat/tools/shown-step.ts";

const CAUSES = [
	"unreachable",
	"refused",
	"rate-limited",
	"timeout",
	"context-too-long",
	"model-missing",
	"empty",
	"length",
	"cut-off",
	"malformed",
	"attempts",
	"imported-empty",
	"document",
	"storage",
] as const;

export type OutcomeTexts = {
	failed: boolean;
	title: string;
	text: string;
	/** The action of the button beside it. */
	nextAction: "regenerate" | "continue" | null;
};

/** The outcome of an answer that was not completed, in words. Null: it is complete, or is running. */
export function outcomeOf(answer: ShownAnswer, t: TFunction<"chat">): OutcomeTexts | null {
	const outcome = (title: string, text: string, nextAction: OutcomeTexts["nextAction"]) => ({
		failed: answer.state === "failed",
		title,
		text,
		nextAction,
	});
	switch (answer.state) {
		case "failed": {
			const cause = CAUSES.find((code) => code === answer.failure) ?? "other";
			const title = cause === "length" ? t("lengthReached") : t("failed");
			return outcome(title, t(`cause.${cause}`), "regenerate");
		}
		case "stopped":
			return outcome(t("interrupted"), stoppedText(answer, t), "continue");
		case "interrupted":
			return outcome(t("interrupted"), t("cause.cut-off"), "continue");
	}
	if (answer.finish === "length") return outcome(t("lengthReached"), t("lengthText"), "continue");
	if (answer.finish === "filtered") {
		if (answer.blocks.length === 0) return outcome(t("filtered"), t("filteredText"), null);
		return outcome(t("filteredMidway"), t("filteredMidwayText"), null);
	}
	return null;
}

/** The words of an answer that the person has ended: with «Остановить», or with a question instead of a decision. */
function stoppedText({ blocks, reasoning, rounds }: ShownAnswer, t: TFunction<"chat">): string {
	const isSilent = blocks.every(isPlace);
	// Of one that was continued, the last words come after its steps.
	if (
		blocks.slice(-1).every(isPlace) &&
		rounds.at(-1)?.steps.some(({ errorCode }) => errorCode === "question")
	)
		return t("askedOther");
	if (isSilent) return t(reasoning.blocks.length === 0 ? "stoppedEmpty" : "stoppedThinking");
	return t(rounds.length > 0 ? "stoppedSteps" : "stopped");
}

/** Whether a block is the place of steps, which is no text. */
const isPlace = (tree: Tree) => typeof tree !== "string" && tree[0] === STEPS;
