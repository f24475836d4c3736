import type { AdminFormState } from "../confirm/form-state.ts";

/** A returned form of the papers. */
export type PapersState = AdminFormState & {
	/** What keeps the text from being a legal document, in Russian. */
	sentence?: string;
};
