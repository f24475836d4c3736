import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type texts from "../../../i18n/ru/account.ts";
import { fieldProblems } from "../../../layouts/auth/form/field-problems.ts";
import type { AccountFormState } from "../actions/action-state.ts";

/** The errors of a returned form of this screen. */
export function useAccountProblems<const Name extends string>(
	state: AccountFormState | undefined,
	order: readonly Name[],
) {
	const { t } = useTranslation("account");
	// The codes are those of this screen's schemas and actions; each has its text.
	return fieldProblems(state?.errors, order, (code) => t(`fields.${code as keyof typeof texts.fields}`));
}

/**
 * For a form that stays mounted: `autoFocus` works only when a field is mounted.
 * @returns a ref for the form: its first invalid field is focused when a response arrives
 */
export function useFocusOnProblem(state: AccountFormState | undefined) {
	const form = useRef<HTMLFormElement>(null);
	const known = useRef(state);
	useEffect(() => {
		const isMounted = known.current === state;
		known.current = state;
		// On the page of a response somebody may be typing already when the script arrives.
		if (isMounted && document.activeElement !== document.body) return;
		if (state?.errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [state]);
	return form;
}
