/**
 * Copies a text to the clipboard, which permits writing only within the press: a text that has to be fetched is handed
 * to it as a promise. Over plain http browsers have no clipboard, and older ones have no `ClipboardItem`.
 * @throws where nothing was copied
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
	const { clipboard } = navigator as Partial<Pick<Navigator, "clipboard">>;
	if (!clipboard) return copySelected(await text);
	if (typeof text === "string" || typeof ClipboardItem === "undefined")
		return clipboard.writeText(await text);
	const blob = text.then((text) => new Blob([text], { type: "text/plain" }));
	await clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** Copies as the keys do, by a selection: that needs no clipboard for scripts. */
function copySelected(text: string): void {
	const focused = document.activeElement as HTMLElement | null;
	const area = document.createElement("textarea");
	area.value = text;
	area.className = "sr-only";
	// No on-screen keyboard comes for it.
	area.readOnly = true;
	document.body.append(area);
	area.focus({ preventScroll: true });
	area.select();
	const copied = document.execCommand("copy");
	area.remove();
	focused?.focus({ preventScroll: true });
	if (!copied) throw new Error("The browser does not let the page copy.");
}
