import type { Env } from "markdown-it";

/** The state of the inline rules, and their output. */
export type Reading = Env & {
	/** Whether the text is a table cell. */
	cell?: boolean;
	notes?: NotesRead;
	/** The highest number of a passage that may be cited; 0: none. */
	given?: number;
	/** Set when a formula is unclosed. */
	openFormula?: boolean;
};

/** The existing footnotes, by key, and those that a text references, in its order. */
export type NotesRead = { has(key: string): boolean; used: string[] };
