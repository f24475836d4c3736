import type { AnswerState } from "../../platform/db/tables/chat.ts";

/** How an answer ended. `failure` is a code for the screen, never the provider's own text. */
export type AnswerEnd = {
	state: Exclude<AnswerState, "writing">;
	finish?: "stop" | "length" | "filtered";
	failure?: string;
	usage?: { promptTokens: number; completionTokens: number };
	/** From the start of the attempt to the first piece. */
	firstPieceMs?: number;
};
