import { type FocusFallback, nearestPart } from "../../../ui/use-focus-restore.ts";

/** The selector of one exchange in the transcript. */
export const EXCHANGE = ".exchange";

/**
 * Finds the new place of the focus when its element is removed: the same button of the version that took its place, or
 * that message; the field after any button at the field, unless that opens an on-screen keyboard.
 */
export const focusFallbackInChat: FocusFallback = (held) => {
	const { element, around, index } = held;
	if (index >= 0) {
		const exchanges = document.querySelectorAll(EXCHANGE);
		const role = around.find((part) => part.matches("[data-role]"))?.getAttribute("data-role") ?? "assistant";
		const message = (exchanges[index] ?? [...exchanges].at(-1))?.querySelector<HTMLElement>(
			`[data-role="${role}"]`,
		);
		const label = element.textContent;
		const buttons = [...(message?.querySelectorAll<HTMLElement>("button:enabled") ?? [])];
		const same = buttons.find((button) => label !== "" && button.textContent === label);
		const other = around.some((part) => part.matches(".branch"))
			? buttons.find((button) => button.closest(".branch"))
			: null;
		return same ?? other ?? message;
	}
	if (around.some((part) => part.matches(".chat-dock"))) {
		return matchMedia("(pointer: coarse)").matches ? null : document.getElementById("message");
	}
	return nearestPart(held);
};
