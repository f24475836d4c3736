import { useTranslation } from "react-i18next";
import type auth from "../../../i18n/ru/auth.ts";
import type { FieldErrors } from "../../../platform/http/forms.server.ts";
import { type FieldProblem, fieldProblems } from "./field-problems.ts";

/** The errors of a returned form of the auth screens. */
export function useProblems<const Name extends string>(
	errors: FieldErrors | undefined,
	order: readonly Name[],
): (name: Name) => FieldProblem {
	const { t } = useTranslation("auth");
	// The codes are those of the auth schemas and of the password rules; each has its text.
	return fieldProblems(errors, order, (code) => t(`fields.${code as keyof typeof auth.fields}`));
}
