import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { quoteInComposer } from "../composer/quote-in-composer.ts";

/** «Спросить об этом» beside a text that is selected in an answer. Without script there is none. */
export function AskAboutSelection() {
	const { t } = useTranslation("chat");
	const [selected, setSelected] = useState<Selected | null>(null);
	const range = selected?.range;
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		let pressed = false;
		const update = () => {
			// It stays while it has the focus, whatever becomes of the selection.
			if (button.current && button.current === document.activeElement) return;
			setSelected(pressed ? null : findSelected());
		};
		const onPress = ({ target }: PointerEvent) => {
			pressed = !(target instanceof Node && button.current?.contains(target));
		};
		const onRelease = () => {
			pressed = false;
			update();
		};
		// Something may be selected already when the script arrives.
		update();
		document.addEventListener("selectionchange", update);
		document.addEventListener("pointerdown", onPress);
		document.addEventListener("pointerup", onRelease);
		document.addEventListener("pointercancel", onRelease);
		return () => {
			document.removeEventListener("selectionchange", update);
			document.removeEventListener("pointerdown", onPress);
			document.removeEventListener("pointerup", onRelease);
			document.removeEventListener("pointercancel", onRelease);
		};
	}, []);
	useLayoutEffect(() => {
		if (!range) return;
		const place = () => button.current && placeBeside(button.current, range);
		place();
		// Scrolling of any box moves the text.
		addEventListener("scroll", place, { capture: true, passive: true });
		addEventListener("resize", place);
		return () => {
			removeEventListener("scroll", place, { capture: true });
			removeEventListener("resize", place);
		};
	}, [range]);
	if (!selected) return null;
	// A press would take the selection away: in WebKit the one that a mouse makes, too.
	const keepSelection = (event: SyntheticEvent) => event.preventDefault();
	return (
		<button
			ref={button}
			type="button"
			className="ask-about"
			onPointerDown={keepSelection}
			onMouseDown={keepSelection}
			onBlur={() => setSelected(findSelected())}
			onClick={() => {
				if (!quoteInComposer(selected.text)) return;
				getSelection()?.removeAllRanges();
				setSelected(null);
			}}
		>
			<Icon name="format-quote-close" size="sm" />
			{t("askAbout")}
		</button>
	);
}

/** `text` as it is laid out, which a range does not know. The selection may be gone when the button is pressed. */
type Selected = { range: Range; text: string };

/** The selected text, where it is part of one answer. */
function findSelected(): Selected | null {
	const selection = getSelection();
	const text = selection?.toString() ?? "";
	if (!selection || selection.isCollapsed || text.trim() === "") return null;
	const answer = answerOf(selection.anchorNode);
	if (!answer || answer !== answerOf(selection.focusNode)) return null;
	return { range: selection.getRangeAt(0), text };
}

const answerOf = (node: Node | null) =>
	(node instanceof Element ? node : node?.parentElement)?.closest("[data-role=assistant] .msg-body") ?? null;

const GAP = 8;

/** Above the selection, or below it: on a touch screen, where the system's own menu is above, and under the top edge. */
function placeBeside(button: HTMLElement, range: Range): void {
	const { left, right, top, bottom } = range.getBoundingClientRect();
	const { offsetWidth: width, offsetHeight: height } = button;
	const above = top - height - GAP;
	const below = above < GAP || matchMedia("(pointer: coarse)").matches;
	const middle = (left + right - width) / 2;
	button.style.left = `${Math.max(GAP, Math.min(middle, innerWidth - width - GAP))}px`;
	button.style.top = `${Math.max(GAP, Math.min(below ? bottom + GAP : above, innerHeight - height - GAP))}px`;
}
