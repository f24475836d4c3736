import { sendQuietly } from "./send-quietly.ts";

/** Applies the theme at once and stores it on the server, in place of the form's own navigation. */
export function switchTheme(event: SubmitEvent): void {
	const form = sendQuietly(event)?.form;
	if (!form) return;
	document.documentElement.dataset.theme = String(new FormData(form).get("theme"));
	// The pressed button is hidden now; the keyboard focus moves to its counterpart.
	(form.nextElementSibling ?? form.previousElementSibling)?.querySelector("button")?.focus();
	colourBrowser();
}

/** Gives the browser's own interface the background of the theme that is shown. */
export function colourBrowser(): void {
	const background = getComputedStyle(document.documentElement).getPropertyValue("--background").trim();
	for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
		meta.content = background;
}
