/** Shows the name of the file that was chosen in a field, in the element that says beside it whether one was (`FileField`). */
export function showFileName(field: HTMLInputElement): void {
	const words = field.parentElement?.querySelector<HTMLElement>("[data-none]");
	const name = field.files?.[0]?.name;
	if (words && name) words.dataset[field.required ? "chosen" : "none"] = name;
}
