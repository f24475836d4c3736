import type { AnswerState } from "../../platform/db/tables/chat.ts";

export type TokenCount = { promptTokens: number; completionTokens: number };

/** How an answer ended. `failure` is a code for the screen, never the provider's own text. */
export type AnswerEnd = {
	state: Exclude<AnswerState, "writing">;
	finish?: "stop" | "length" | "filtered";
	failure?: string;
	usage?: TokenCount;
	/** The tokens that it took, where the server does not say; none: the model has said nothing. */
	estimate?: TokenCount;
	/** From the start of the attempt to the first piece. */
	firstPieceMs?: number;
};
