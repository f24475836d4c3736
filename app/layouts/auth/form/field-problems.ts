import type { FieldErrors } from "../../../platform/http/forms.server.ts";

export type FieldProblem = { name: string; error?: string; autoFocus?: boolean };

/**
 * The errors of a returned form's fields: `error` in words, and `autoFocus` on the first invalid field in the order
 * of the page.
 */
export function fieldProblems<const Name extends string>(
	errors: FieldErrors | undefined,
	order: readonly Name[],
	textOf: (code: string) => string,
) {
	const first = order.find((name) => errors?.[name]);
	return (name: Name): FieldProblem => {
		const code = errors?.[name];
		return { name, error: code && textOf(code), autoFocus: name === first };
	};
}
