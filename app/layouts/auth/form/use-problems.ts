import { useTranslation } from "react-i18next";
import type auth from "../../../i18n/ru/auth.ts";
import type { FieldErrors } from "../../../platform/http/forms.ts";

export type FieldProblem = { name: string; error?: string; autoFocus?: boolean };

/**
 * What is wrong with the fields of a form that came back: `error` in words, and `autoFocus` on the
 * first bad field in the order of the page, so that the person lands where there is something to mend.
 */
export function useProblems<const Name extends string>(
	errors: FieldErrors | undefined,
	order: readonly Name[],
) {
	const { t } = useTranslation("auth");
	const first = order.find((name) => errors?.[name]);
	return (name: Name): FieldProblem => {
		// The codes are those of this room's schemas and of the password rule; each has its words.
		const code = errors?.[name] as keyof typeof auth.fields | undefined;
		return { name, error: code && t(`fields.${code}`), autoFocus: name === first };
	};
}
