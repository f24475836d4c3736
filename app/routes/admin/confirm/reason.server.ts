import { textOf } from "./prove.server.ts";

const LONGEST_REASON = 500;

/** The reason of a form; null: none, or too long a one. */
export function reasonOf(form: FormData): string | null {
	const reason = textOf(form, "reason").trim();
	return reason && reason.length <= LONGEST_REASON ? reason : null;
}
