import { sendQuietly } from "./send-quietly.ts";

/** Turns the theme at once and has the server keep it, in place of the form's own round trip. */
export function switchTheme(event: SubmitEvent): void {
	const form = sendQuietly(event)?.form;
	if (!form) return;
	document.documentElement.dataset.theme = String(new FormData(form).get("theme"));
	// The pressed button is hidden now; whoever came by keyboard stays on its twin.
	(form.nextElementSibling ?? form.previousElementSibling)?.querySelector("button")?.focus();
	const background = getComputedStyle(document.documentElement).getPropertyValue("--background").trim();
	for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
		meta.content = background;
}
