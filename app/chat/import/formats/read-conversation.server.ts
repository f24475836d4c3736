import type { ImportedAnswer, ImportedPrompt } from "./exchanges.server.ts";

/** A conversation of an export, ready to be inserted. */
export type ReadConversation = {
	sourceId: string;
	title: string;
	titledBy: "person" | "prompt";
	createdAt: number;
	updatedAt: number;
	/** The key of the last answer of the current branch. */
	tip: number | null;
	/** The bytes counted against the account's storage limit. */
	bytes: number;
	prompts: ImportedPrompt[];
	answers: ImportedAnswer[];
};

/** The result of parsing one item of an export. */
export type ReadItem = ReadConversation | "unreadable" | "too-large";
