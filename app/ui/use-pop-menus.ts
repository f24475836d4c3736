import { type MouseEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect } from "react";
import { isComposing } from "./is-composing.ts";

const OPEN = "details.pop[open]";

/**
 * Script for menus of `<details>`: Escape and a press elsewhere close them, the arrows move, a choice closes.
 * @returns handlers for the element that contains them
 */
export function usePopMenus() {
	useEffect(() => {
		const closeOthers = ({ target }: Event) => {
			for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN))
				if (!(target instanceof Node && menu.contains(target))) menu.open = false;
		};
		// Of the whole page: after a press on words of a menu the focus is nowhere.
		const closeAtEscape = (event: KeyboardEvent) => {
			const menu = document.querySelector<HTMLDetailsElement>(OPEN);
			if (event.key !== "Escape" || !menu || isComposing(event)) return;
			menu.open = false;
			menu.querySelector("summary")?.focus();
			// Not a shortcut of the page, too, nor the end of the dialog around it.
			event.preventDefault();
			event.stopPropagation();
		};
		document.addEventListener("pointerdown", closeOthers);
		document.addEventListener("focusin", closeOthers);
		document.addEventListener("keydown", closeAtEscape, { capture: true });
		return () => {
			document.removeEventListener("pointerdown", closeOthers);
			document.removeEventListener("focusin", closeOthers);
			document.removeEventListener("keydown", closeAtEscape, { capture: true });
		};
	}, []);
	return {
		onKeyDown: (event: ReactKeyboardEvent) => {
			const menu = menuOf(event.target);
			if (!menu?.open) return;
			const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
			if (!step) return;
			event.preventDefault();
			const items = [...menu.querySelectorAll<HTMLElement>(".menu-item:not(label), .menu-item > input")];
			const at = items.indexOf(document.activeElement as HTMLElement);
			const next = at < 0 ? (step > 0 ? 0 : -1) : (at + step) % items.length;
			items.at(next)?.focus();
		},
		onClick: (event: MouseEvent) => {
			// A label opens a dialog of its own, and closes the menu when something was chosen.
			const item = event.target instanceof Element && event.target.closest(".menu-item:not(label)");
			const menu = menuOf(event.target);
			if (menu && item) menu.open = false;
		},
	};
}

const menuOf = (target: EventTarget) =>
	target instanceof Element ? target.closest<HTMLDetailsElement>("details.pop") : null;
