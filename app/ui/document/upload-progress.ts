/**
 * Sends the form with a file by itself, because only so the browser tells how much is on the way, and then opens
 * the form's address, where the server says how it ended. `data-upload` is said where the network failed, `data-upload-too-big`
 * where the file is larger than the server takes.
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
	const tell = (words: string | undefined) => {
		const told = form.querySelector<HTMLElement>("[role=alert]");
		if (told) {
			told.textContent = words ?? "";
			told.hidden = false;
		}
		bar.hidden = true;
		dispatchEvent(new Event("pageshow"));
	};
	request.onload = () => {
		// Refused by its size, before there was anybody who could say so on the page.
		if (request.status === 413) tell(form.dataset.uploadTooBig);
		else location.assign(form.action);
	};
	request.onerror = () => tell(form.dataset.upload);
	request.send(new FormData(form));
}
