/**
 * Has the server keep what a form chooses, in place of the form's own round trip: whoever sends it shows the choice
 * at once.
 * @returns the pressed button, or null where the form has to go its own way
 */
export function sendQuietly(event: SubmitEvent): HTMLButtonElement | null {
	const { target: form, submitter } = event;
	if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return null;
	event.preventDefault();
	void fetch(form.action, {
		method: "POST",
		body: new FormData(form, submitter),
		// The answer sends back to this very page, which is here already.
		redirect: "manual",
		keepalive: true,
	}).catch(() => {
		// Offline: the choice is shown, only nobody keeps it.
	});
	return submitter;
}
