/**
 * Sends a form by `fetch` in place of its own navigation: the caller applies the choice at once.
 * @returns the pressed button, or null where the form has to be submitted natively
 */
export function sendQuietly(event: SubmitEvent): HTMLButtonElement | null {
	const { target: form, submitter } = event;
	if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return null;
	event.preventDefault();
	void fetch(form.action, {
		method: "POST",
		body: new FormData(form, submitter),
		// The response redirects to this very page, which is shown already.
		redirect: "manual",
		keepalive: true,
	}).catch(() => {
		// Offline: the choice is applied, but not stored.
	});
	return submitter;
}
