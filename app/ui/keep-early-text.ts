/** The text that somebody has typed into a text area, and the caret's place. */
type Typed = { value: string; start: number; end: number };

/**
 * Keeps what is typed into text areas before hydration. React gives a text area that has an initial text that very text
 * once more while it hydrates it: what was typed would be gone without a word.
 * @returns gives the words back, as if they were typed then; to be called once, after hydration
 */
export function keepEarlyText(): () => void {
	const initial = new Map<Element, string>();
	const typed = new Map<HTMLTextAreaElement, Typed>();
	const keep = (area: HTMLTextAreaElement) =>
		typed.set(area, { value: area.value, start: area.selectionStart, end: area.selectionEnd });
	for (const area of document.querySelectorAll("textarea")) {
		initial.set(area, area.defaultValue);
		if (area.value !== area.defaultValue) keep(area);
	}
	const giveBack = (area: Element): boolean => {
		const text = typed.get(area as HTMLTextAreaElement);
		if (!text || !(area instanceof HTMLTextAreaElement)) return false;
		if (area.value === text.value || area.value !== initial.get(area)) return false;
		// The value is set through the native setter, or React sees no change and drops the input event.
		setValue?.call(area, text.value);
		area.setSelectionRange(text.start, text.end);
		return true;
	};

	const listening = new AbortController();
	const options = { capture: true, signal: listening.signal };
	// A key that comes in the middle of hydration goes on from what was typed.
	const onKey = ({ target }: Event) => target instanceof Element && giveBack(target);
	const onInput = ({ target }: Event) => target instanceof HTMLTextAreaElement && keep(target);
	document.addEventListener("beforeinput", onKey, options);
	document.addEventListener("input", onInput, options);
	return () => {
		listening.abort();
		for (const area of typed.keys())
			if (giveBack(area)) area.dispatchEvent(new Event("input", { bubbles: true }));
		typed.clear();
	};
}

const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
