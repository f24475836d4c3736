import { sendQuietly } from "./send-quietly.ts";

/** Turns the theme at once and has the server keep it, in place of the form's own round trip. */
export function switchTheme(event: SubmitEvent): void {
	const submitter = sendQuietly(event);
	if (!submitter) return;
	document.documentElement.dataset.theme = submitter.value;
	// The pressed button is hidden now; whoever came by keyboard stays on its twin.
	submitter.form?.querySelector<HTMLElement>(`[name=theme]:not([value=${submitter.value}])`)?.focus();
	const background = getComputedStyle(document.documentElement).getPropertyValue("--background").trim();
	for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
		meta.content = background;
}
