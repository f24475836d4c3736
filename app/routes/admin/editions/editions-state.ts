import type { AdminFormState } from "../confirm/form-state.ts";

/** A returned form of the editions. */
export type EditionsState = AdminFormState & {
	/** What keeps the text from being a legal document, in Russian. */
	sentence?: string;
};
