/** Functions that restore the pressed buttons. */
const undo: (() => void)[] = [];

/** A navigation that was stopped, or that ended in a file, fires no event: after so long its form may be sent again. */
const FORGET_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows the pending state of a form, and prevents a second submission for a while; a later one is harmless, since the
 * server recognises a repeat. The button keeps its width and is not disabled, since its own name and value would not
 * be sent then.
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
	// An upload may take longer, and says itself that it has failed.
	if (form.matches("[data-upload]")) return;
	clearTimeout(timer);
	timer = setTimeout(endPending, FORGET_MS);
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

/** Escape stops a navigation. */
export function endAtEscape({ key }: KeyboardEvent): void {
	if (key === "Escape" && timer) endPending();
}

/** Called when the page is restored from the back/forward cache, too. */
export function endPending(): void {
	clearTimeout(timer);
	timer = undefined;
	for (const restore of undo.splice(0)) restore();
}
