/** Shows the name of the file that was chosen in a field, in the element with `data-chosen` beside it. */
export function showFileName(field: HTMLInputElement): void {
	const words = field.parentElement?.querySelector<HTMLElement>("[data-chosen]");
	const name = field.files?.[0]?.name;
	if (words && name) words.dataset.chosen = name;
}
