/** The names of what the chat keeps of a tab alone (`TabMap` in app/routes/chat/composer/tab-storage.ts). */
export const OF_TAB = /^(?:own|written) /;

/**
 * Forgets what was typed in this tab, on the page that a sign-out leads to: for `Clear-Site-Data` Chromium leaves what it
 * keeps of a tab alone, and over plain http no browser clears anything.
 */
export function forgetTab(): void {
	try {
		for (const name of Object.keys(sessionStorage)) if (OF_TAB.test(name)) sessionStorage.removeItem(name);
	} catch {
		// Storage is forbidden.
	}
}
