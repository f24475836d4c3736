/** Functions that restore the pressed buttons. */
const undo: (() => void)[] = [];

/**
 * Shows the pending state of a form, and prevents a second submission. The button keeps its width and is not
 * disabled, since its own name and value would not be sent then.
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
	const original = label.textContent;
	const icon = button.querySelector("svg");
	const spinner = document.createElement("i");
	spinner.className = "spinner";
	button.style.minWidth = `${button.offsetWidth}px`;
	button.ariaBusy = "true";
	label.textContent = button.dataset.pendingLabel ?? original;
	icon?.remove();
	button.prepend(spinner);
	undo.push(() => {
		button.style.minWidth = "";
		button.ariaBusy = null;
		label.textContent = original;
		spinner.remove();
		if (icon) button.prepend(icon);
	});
}

/** Called when the page is restored from the back/forward cache. */
export function endPending(): void {
	for (const restore of undo.splice(0)) restore();
}
