import { useCallback, useEffect, useRef, useState } from "react";

/** The distance from the end within which the list sticks to it. */
const NEAR_PX = 80;

/** Keeps a growing list scrolled to its end, unless the user has scrolled away. Starts at the end, or at a message. */
export function useStickToEnd(message: string | null) {
	const scroller = useRef<HTMLDivElement>(null);
	const sticking = useRef(false);
	const [atEnd, setAtEnd] = useState(true);

	useEffect(() => {
		const box = scroller.current;
		const content = box?.firstElementChild;
		if (!box || !content) return;
		if (message) box.querySelector(`#m-${CSS.escape(message)}`)?.scrollIntoView({ block: "start" });
		const nearEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX;
		// A scroll position from before hydration is kept.
		sticking.current = message === null && (box.scrollTop === 0 || nearEnd());
		const onScroll = () => {
			sticking.current = nearEnd();
			setAtEnd(sticking.current);
		};
		const growth = new ResizeObserver(() => {
			if (sticking.current) box.scrollTop = box.scrollHeight;
			onScroll();
		});
		// Switching versions keeps the pressed control in view, not the end of the new content.
		const onSubmit = ({ target }: SubmitEvent) => {
			if (target instanceof Element && target.closest(".branch")) sticking.current = false;
		};
		growth.observe(content);
		growth.observe(box);
		box.addEventListener("scroll", onScroll, { passive: true });
		box.addEventListener("submit", onSubmit);
		return () => {
			growth.disconnect();
			box.removeEventListener("scroll", onScroll);
			box.removeEventListener("submit", onSubmit);
		};
	}, [message]);

	const toEnd = useCallback(() => {
		const box = scroller.current;
		sticking.current = true;
		box?.scrollTo({ top: box.scrollHeight });
	}, []);
	return { scroller, atEnd, toEnd };
}
