import { useEffect, useLayoutEffect, useRef } from "react";

type LostFocus = {
	element: Element;
	/** Its ancestors, innermost first. */
	around: Element[];
	/** Index of the item it was in among its kind, in document order; -1 for none. */
	index: number;
};

/** Where to move the focus when the focused element has been removed. Null leaves the focus lost. */
export type FocusFallback = (held: LostFocus) => HTMLElement | null | undefined;

/** The nearest ancestor that still exists. */
export const nearestPart: FocusFallback = ({ around }) =>
	around.find((part): part is HTMLElement => part.isConnected && part.matches("section[id], main")) ??
	document.querySelector<HTMLElement>("main");

/**
 * Restores the focus on a screen whose actions remove the pressed element: a deleted row, a regenerated answer, the
 * page of an action. Otherwise the browser would start at the top of the page again, silently. Does nothing where the
 * focus is not lost, and scrolls nothing.
 * @param fallback must not change the page
 * @param kind selector of the items whose indexes are counted
 */
export function useFocusRestore(fallback: FocusFallback, kind?: string): void {
	const held = useRef<LostFocus | null>(null);
	useEffect(() => {
		const hold = ({ target }: FocusEvent) => {
			if (!(target instanceof Element)) return;
			const own = kind ? target.closest(kind) : null;
			const index = kind && own ? [...document.querySelectorAll(kind)].indexOf(own) : -1;
			const around: Element[] = [];
			for (let part = target.parentElement; part; part = part.parentElement) around.push(part);
			held.current = { element: target, around, index };
		};
		// A press on a non-focusable spot blurs the element; whether it was removed is known only afterwards.
		const release = () =>
			setTimeout(() => {
				if (document.activeElement === document.body && held.current?.element.isConnected)
					held.current = null;
			});
		document.addEventListener("focusin", hold);
		document.addEventListener("focusout", release);
		return () => {
			document.removeEventListener("focusin", hold);
			document.removeEventListener("focusout", release);
		};
	}, [kind]);
	useLayoutEffect(() => {
		const lost = held.current;
		if (!lost || lost.element.isConnected || document.activeElement !== document.body) return;
		held.current = null;
		focusPart(fallback(lost));
	});
}

/** Focuses a part of the page, which need not be a control, without scrolling to it. */
export function focusPart(part: HTMLElement | null | undefined): void {
	if (!part) return;
	if (part.tabIndex < 0) part.tabIndex = -1;
	part.focus({ preventScroll: true });
}
