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
] as const;

export type Ending = {
	failed: boolean;
	title: string;
	text: string;
	/** The action of the button beside it. */
	wayOn: "regenerate" | "continue" | null;
};

/** The outcome of an answer that was not completed, in words. Null: it is complete, or is running. */
export function endingOf(answer: ShownAnswer, t: TFunction<"chat">): Ending | null {
	const ending = (title: string, text: string, wayOn: Ending["wayOn"]) => ({
		failed: answer.state === "failed",
		title,
		text,
		wayOn,
	});
	switch (answer.state) {
		case "failed": {
			const cause = CAUSES.find((code) => code === answer.failure) ?? "other";
			const title = cause === "length" ? t("lengthReached") : t("failed");
			return ending(title, t(`cause.${cause}`), "regenerate");
		}
		case "stopped": {
			const nothing = answer.reasoning.trim() === "" ? t("stoppedEmpty") : t("stoppedThinking");
			return ending(t("interrupted"), answer.blocks.length === 0 ? nothing : t("stopped"), "continue");
		}
		case "interrupted":
			return ending(t("interrupted"), t("causeKept"), "continue");
	}
	if (answer.finish === "length") return ending(t("lengthReached"), t("lengthText"), "continue");
	if (answer.finish === "filtered") {
		if (answer.blocks.length === 0) return ending(t("filtered"), t("filteredText"), null);
		return ending(t("filteredMidway"), t("filteredMidwayText"), null);
	}
	return null;
}
