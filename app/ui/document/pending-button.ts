/** What brings a pressed button back to rest. */
const undo: (() => void)[] = [];

/**
 * Shows that a form is on the way, and lets it go only once. The button keeps its width and is not
 * disabled, or its own name and value would not be sent.
 */
export function showPending(event: SubmitEvent): void {
	const { target: form, submitter } = event;
	if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
	if (form.dataset.sent !== undefined) {
		event.preventDefault();
		return;
	}
	form.dataset.sent = "";
	undo.push(() => delete form.dataset.sent);
	if (submitter instanceof HTMLButtonElement && submitter.dataset.pendingLabel) spin(submitter);
}

function spin(button: HTMLButtonElement): void {
	const label = button.querySelector("span");
	if (!label) return;
	const words = label.textContent;
	const icon = button.querySelector("svg");
	const spinner = document.createElement("i");
	spinner.className = "spinner";
	button.style.minWidth = `${button.offsetWidth}px`;
	button.ariaBusy = "true";
	label.textContent = button.dataset.pendingLabel ?? words;
	icon?.remove();
	button.prepend(spinner);
	undo.push(() => {
		button.style.minWidth = "";
		button.ariaBusy = null;
		label.textContent = words;
		spinner.remove();
		if (icon) button.prepend(icon);
	});
}

/** The page has come back from the browser's memory just as it was left. */
export function endPending(): void {
	for (const act of undo.splice(0)) act();
}
