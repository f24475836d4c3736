import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type words from "../../../i18n/ru/account.ts";
import type { AccountFormState } from "../actions/action-state.ts";

/**
 * What is wrong with the fields of a form that came back: `error` in words, and `autoFocus` on the
 * first bad field in the order of the page, so that the person lands where there is something to mend.
 */
export function useProblems<const Name extends string>(
	state: AccountFormState | undefined,
	order: readonly Name[],
) {
	const { t } = useTranslation("account");
	const first = order.find((name) => state?.errors?.[name]);
	return (name: Name) => {
		// The codes are those of this screen's schemas and acts; each has its words.
		const code = state?.errors?.[name] as keyof typeof words.fields | undefined;
		return { name, error: code && t(`fields.${code}`), autoFocus: name === first };
	};
}

/**
 * For a form that is not loaded anew: `autoFocus` works only when a field appears.
 * @returns for the form: the first bad field in it gets the focus when an answer comes
 */
export function useFocusOnProblem(state: AccountFormState | undefined) {
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (state?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [state]);
	return form;
}
