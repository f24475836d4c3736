import type { AdminFormState } from "../confirm/form-state.ts";

/** A returned form of the editions. */
export type EditionsState = AdminFormState & {
	/** The reason in Russian why the text is no legal document. */
	sentence?: string;
};
