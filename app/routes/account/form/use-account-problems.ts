import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../../i18n/ru/account.ts";
import type { AccountFormState } from "../actions/action-state.ts";

/**
 * The errors of a returned form's fields: `error` in words, and `autoFocus` on the first invalid field in the order
 * of the page.
 */
export function useProblems<const Name extends string>(
	state: AccountFormState | undefined,
	order: readonly Name[],
) {
	const { t } = useTranslation("account");
	const first = order.find((name) => state?.errors?.[name]);
	return (name: Name) => {
		// The codes are those of this screen's schemas and actions; each has its text.
		const code = state?.errors?.[name] as keyof typeof texts.fields | undefined;
		return { name, error: code && t(`fields.${code}`), autoFocus: name === first };
	};
}

/**
 * For a form that stays mounted: `autoFocus` works only when a field is mounted.
 * @returns a ref for the form: its first invalid field is focused when a response arrives
 */
export function useFocusOnProblem(state: AccountFormState | undefined) {
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (state?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [state]);
	return form;
}
