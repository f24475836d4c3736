import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { quoteInComposer } from "../composer/quote-in-composer.ts";

/** «Спросить об этом» beside a text that is selected in an answer. Without script there is none. */
export function AskAboutSelection() {
	const { t } = useTranslation("chat");
	const [range, setRange] = useState<Range | null>(null);
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		let pressed = false;
		const update = () => setRange(pressed ? null : findSelected());
		const onPress = ({ target }: PointerEvent) => {
			pressed = !(target instanceof Node && button.current?.contains(target));
		};
		const onRelease = () => {
			pressed = false;
			update();
		};
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
	if (!range) return null;
	return (
		<button
			ref={button}
			type="button"
			className="ask-about"
			// A press would take the selection away.
			onPointerDown={(event) => event.preventDefault()}
			onClick={() => {
				if (!quoteInComposer(getSelection()?.toString() ?? "")) return;
				getSelection()?.removeAllRanges();
				setRange(null);
			}}
		>
			<Icon name="format-quote-close" size="sm" />
			{t("askAbout")}
		</button>
	);
}

/** The selected text, where it is part of one answer. */
function findSelected(): Range | null {
	const selection = getSelection();
	if (!selection || selection.isCollapsed || selection.toString().trim() === "") return null;
	const answer = answerOf(selection.anchorNode);
	return answer && answer === answerOf(selection.focusNode) ? selection.getRangeAt(0) : null;
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
