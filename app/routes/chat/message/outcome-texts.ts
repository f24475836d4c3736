import type { TFunction } from "i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";

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
		case "stopped": {
			const nothing = answer.reasoning.blocks.length === 0 ? t("stoppedEmpty") : t("stoppedThinking");
			const some = answer.rounds.length > 0 ? t("stoppedSteps") : t("stopped");
			return outcome(t("interrupted"), answer.blocks.length === 0 ? nothing : some, "continue");
		}
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
