/**
 * Gives the focus to the first field with a problem, where a refused form has come back: the page begins at its top, and
 * the field may be far below. Not where somebody, or the page itself, has put the focus already.
 */
export function focusFirstProblem(): void {
	if (document.activeElement !== document.body) return;
	document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
}
