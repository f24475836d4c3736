import { useSyncExternalStore } from "react";
import { isTheme, type Theme } from "../../../shell/theme-preference.ts";
import { colourBrowser } from "../../../ui/static-page/theme-switch.ts";

/** The theme that the page shows: the switch in the header changes it, too. @param saved as the server knows it */
export function useShownTheme(saved: Theme): Theme {
	return useSyncExternalStore(
		subscribe,
		() => {
			const { theme } = document.documentElement.dataset;
			return isTheme(theme) ? theme : saved;
		},
		() => saved,
	);
}

/** Shows a theme without storing it. */
export function showTheme(theme: Theme): void {
	document.documentElement.dataset.theme = theme;
	colourBrowser();
}

function subscribe(changed: () => void): () => void {
	const observer = new MutationObserver(changed);
	observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
	return () => observer.disconnect();
}
