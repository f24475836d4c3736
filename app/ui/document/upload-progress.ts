/**
 * Sends the form with a file by itself, because only so the browser tells how much is on the way, and then opens
 * the form's address, where the server says how it ended. `data-upload` is said where the network failed.
 * Without script the form is sent as any other.
 */
export function showProgress(event: SubmitEvent): void {
	const form = event.target as HTMLFormElement;
	const bar = form.querySelector("progress");
	// Prevented: it is on the way already.
	if (event.defaultPrevented || !bar) return;
	event.preventDefault();
	bar.hidden = false;
	const request = new XMLHttpRequest();
	request.open("POST", form.action);
	request.upload.onprogress = ({ loaded, total }) => {
		bar.value = loaded / total;
	};
	request.onload = () => location.assign(form.action);
	request.onerror = () => {
		const told = form.querySelector<HTMLElement>("[role=alert]");
		if (told) {
			told.textContent = form.dataset.upload ?? "";
			told.hidden = false;
		}
		bar.hidden = true;
		dispatchEvent(new Event("pageshow"));
	};
	request.send(new FormData(form));
}
