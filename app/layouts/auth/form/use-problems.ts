import { useTranslation } from "react-i18next";
import type auth from "../../../i18n/ru/auth.ts";
import type { FieldErrors } from "../../../platform/http/forms.ts";

export type FieldProblem = { name: string; error?: string; autoFocus?: boolean };

/**
 * The errors of a returned form's fields: `error` in words, and `autoFocus` on the first invalid field in the order
 * of the page.
 */
export function useProblems<const Name extends string>(
	errors: FieldErrors | undefined,
	order: readonly Name[],
) {
	const { t } = useTranslation("auth");
	const first = order.find((name) => errors?.[name]);
	return (name: Name): FieldProblem => {
		// The codes are those of the auth schemas and of the password rules; each has its text.
		const code = errors?.[name] as keyof typeof auth.fields | undefined;
		return { name, error: code && t(`fields.${code}`), autoFocus: name === first };
	};
}
