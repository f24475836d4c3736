import {
	type FocusEvent,
	type PointerEvent,
	type MouseEvent as ReactMouseEvent,
	type RefObject,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { isComposing } from "../../../../ui/is-composing.ts";
import { placeBelow } from "./place-below.ts";

/** A mouse that only passes opens nothing, and one on its way into the popover does not close it. */
const OPEN_MS = 150;
const CLOSE_MS = 250;

/**
 * Opens the popover of a citation: with a mouse while it points there, with the keyboard while the focus is there, with a
 * finger by a tap. A click with a mouse follows the link.
 */
export function useCitationPopover(
	link: RefObject<HTMLAnchorElement | null>,
	box: RefObject<HTMLSpanElement | null>,
) {
	const [open, setOpen] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	/** Closed by Escape: the focus stays on the link, and does not open it again. */
	const dismissed = useRef(false);
	const pressedBy = useRef("");
	const set = (next: boolean) => {
		clearTimeout(timer.current);
		setOpen(next);
	};
	const later = (next: boolean, ms: number) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setOpen(next), ms);
	};
	useEffect(() => () => clearTimeout(timer.current), []);

	useLayoutEffect(() => {
		const [anchor, shown] = [link.current, box.current];
		if (!open || !anchor || !shown) return;
		shown.showPopover?.();
		const place = () => placeBelow(shown, anchor);
		place();
		const onPress = ({ target }: Event) => {
			if (target instanceof Node && !shown.contains(target) && !anchor.contains(target)) setOpen(false);
		};
		// Of the whole page: one that a mouse has opened is dismissed from wherever the focus is (WCAG 1.4.13).
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== "Escape" || isComposing(event)) return;
			// Not a shortcut of the chat, nor the end of what is being typed, too.
			event.preventDefault();
			event.stopPropagation();
			setOpen(false);
			const focused = document.activeElement;
			dismissed.current = anchor.contains(focused) || shown.contains(focused);
			if (dismissed.current) anchor.focus();
		};
		// Scrolling of any box moves the citation.
		addEventListener("scroll", place, { capture: true, passive: true });
		addEventListener("resize", place);
		document.addEventListener("pointerdown", onPress);
		document.addEventListener("keydown", onKeyDown, { capture: true });
		return () => {
			removeEventListener("scroll", place, { capture: true });
			removeEventListener("resize", place);
			document.removeEventListener("pointerdown", onPress);
			document.removeEventListener("keydown", onKeyDown, { capture: true });
		};
	}, [open, link, box]);

	const onPointerEnter = ({ pointerType }: PointerEvent) => {
		if (pointerType === "mouse") later(true, open ? 0 : OPEN_MS);
	};
	const onPointerLeave = ({ pointerType }: PointerEvent) => {
		if (pointerType === "mouse") later(false, CLOSE_MS);
	};
	const onBlur = ({ relatedTarget }: FocusEvent) => {
		const inside = [link.current, box.current].some(
			(part) => relatedTarget instanceof Node && part?.contains(relatedTarget),
		);
		if (inside) return;
		dismissed.current = false;
		set(false);
	};
	return {
		open,
		ofLink: {
			onPointerEnter,
			onPointerLeave,
			onBlur,
			onPointerDown: ({ pointerType }: PointerEvent) => {
				pressedBy.current = pointerType;
			},
			onFocus: () => {
				if (!dismissed.current && link.current?.matches(":focus-visible")) set(true);
			},
			onClick: (event: ReactMouseEvent) => {
				const tapped = pressedBy.current !== "" && pressedBy.current !== "mouse";
				pressedBy.current = "";
				if (!tapped) return;
				event.preventDefault();
				set(!open);
			},
		},
		ofBox: { onPointerEnter, onPointerLeave, onBlur },
	};
}
