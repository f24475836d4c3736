import type { AdminFormState } from "../confirm/form-state.ts";

/** A returned form of the look. */
export type LookState = AdminFormState & {
	/** An accent on which white cannot be read, and the nearest that fits. */
	tooLight?: { contrast: number; nearest: string };
	/** The look or the announcement that would be saved; nothing was. */
	preview?: { name: string; css: string; text?: string };
	/** A logo had been chosen: the browser does not keep it. */
	logoLost?: boolean;
};
