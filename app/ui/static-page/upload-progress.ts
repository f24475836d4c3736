/**
 * Uploads the form's file by XMLHttpRequest, the only way to get the upload progress, and then opens the form's
 * address, where the server shows the result. `data-upload` is shown on a network error, `data-upload-too-big` for a
 * file over the server's limit. Without script the form is submitted natively.
 */
export function showProgress(event: SubmitEvent): void {
	const form = event.target as HTMLFormElement;
	const bar = form.querySelector("progress");
	// Prevented: the upload is running already.
	if (event.defaultPrevented || !bar) return;
	event.preventDefault();
	bar.hidden = false;
	const request = new XMLHttpRequest();
	request.open("POST", form.action);
	request.upload.onprogress = ({ loaded, total }) => {
		bar.value = loaded / total;
	};
	const showMessage = (text: string | undefined) => {
		const message = form.querySelector<HTMLElement>("[role=alert]");
		if (message) {
			message.textContent = text ?? "";
			message.hidden = false;
		}
		bar.hidden = true;
		dispatchEvent(new Event("pageshow"));
	};
	request.onload = () => {
		// Refused by its size, before the application could say so on a page.
		if (request.status === 413) showMessage(form.dataset.uploadTooBig);
		else location.assign(form.action);
	};
	request.onerror = () => showMessage(form.dataset.upload);
	// The browser's Stop button ends it, too.
	request.onabort = request.onerror;
	request.send(new FormData(form));
}
