import { useEffect, useLayoutEffect, useRef } from "react";

type Held = {
	element: Element;
	/** What it stood in, from the inside out. */
	around: Element[];
	/** Which of its kind it stood in, from the beginning of the page; -1 for none. */
	place: number;
};

/** Where the focus goes when what had it is gone. Null leaves it lost. */
export type FocusFallback = (held: Held) => HTMLElement | null | undefined;

/** The nearest part of the page that is still there. */
export const nearestPart: FocusFallback = ({ around }) =>
	around.find((part): part is HTMLElement => part.isConnected && part.matches("section[id], main")) ??
	document.querySelector<HTMLElement>("main");

/**
 * For a screen whose acts take away what was pressed: a row that is ended, an answer that is made anew, the
 * page of an act. The browser then begins at the top of the page again, and says nothing. Where the focus
 * is not lost this does nothing, and nothing is scrolled.
 * @param heir must not change what is on the page
 * @param kind selects the things whose places are counted
 */
export function useFocusRestore(heir: FocusFallback, kind?: string): void {
	const held = useRef<Held | null>(null);
	useEffect(() => {
		const hold = ({ target }: FocusEvent) => {
			if (!(target instanceof Element)) return;
			const own = kind ? target.closest(kind) : null;
			const place = kind && own ? [...document.querySelectorAll(kind)].indexOf(own) : -1;
			const around: Element[] = [];
			for (let part = target.parentElement; part; part = part.parentElement) around.push(part);
			held.current = { element: target, around, place };
		};
		// A press beside everything gives the focus up; that it is gone with its element is known only afterwards.
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
		const next = heir(lost);
		if (!next) return;
		if (next.tabIndex < 0) next.tabIndex = -1;
		next.focus({ preventScroll: true });
	});
}
