/** Turns the theme at once and has the server keep it, in place of the form's own round trip. */
export function switchTheme(event: SubmitEvent): void {
	const { target: form, submitter } = event;
	if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return;
	event.preventDefault();
	void fetch(form.action, {
		method: "POST",
		body: new FormData(form, submitter),
		// The answer sends back to this very page, which is here already.
		redirect: "manual",
		keepalive: true,
	}).catch(() => {
		// Offline: the page is turned, only nobody keeps it.
	});
	document.documentElement.dataset.theme = submitter.value;
	// The pressed button is hidden now; whoever came by keyboard stays on its twin.
	form.querySelector<HTMLElement>(`[name=theme]:not([value=${submitter.value}])`)?.focus();
	const background = getComputedStyle(document.documentElement).getPropertyValue("--background").trim();
	for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
		meta.content = background;
}
