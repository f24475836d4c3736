import { useCallback, useEffect, useRef, useState } from "react";
import { useScripted } from "../../../ui/use-scripted.ts";
import { EndFollower, isNearEnd } from "./end-follower.ts";
import { isWriting, listenToReader } from "./listen-to-reader.ts";
import { scrollBoxOf } from "./scroll-box.ts";

/** Keeps a growing list scrolled to its end until the reader scrolls away. Starts at the end, or at a message. */
export function useStickToEnd(message: string | null) {
	const scroller = useRef<HTMLDivElement>(null);
	const follower = useRef<EndFollower | null>(null);
	const [atEnd, setAtEnd] = useState(true);
	/** False where the server has rendered the list: somebody may be reading already when the script arrives. */
	const [isNew] = useState(useScripted());

	useEffect(() => {
		const list = scroller.current;
		const content = list?.firstElementChild;
		const panel = list?.parentElement;
		if (!panel || !content) return;
		const box = () => scrollBoxOf(list);
		// A scroll position from before hydration is kept, and so is what was opened or selected then.
		const isUntouched = isNew || (box().scrollTop === 0 && !list.contains(document.activeElement));
		if (message && isUntouched)
			list.querySelector(`#m-${CSS.escape(message)}`)?.scrollIntoView({ block: "start" });
		const end = new EndFollower(message === null && (isUntouched || isNearEnd(box())));
		follower.current = end;
		const show = () => setAtEnd(end.following || isNearEnd(box()));
		const growth = new ResizeObserver(() => {
			end.resized(box());
			show();
		});
		for (const part of [content, list, panel]) growth.observe(part);
		const listening = new AbortController();
		const { signal } = listening;
		const onScroll = ({ target }: Event) => {
			if (target !== box()) return;
			end.scrolled(box(), performance.now(), isWriting(list));
			show();
		};
		for (const part of [list, panel]) part.addEventListener("scroll", onScroll, { passive: true, signal });
		listenToReader(list, panel, end, signal);
		return () => {
			growth.disconnect();
			listening.abort();
		};
	}, [message, isNew]);

	const toEnd = useCallback(() => {
		const box = scroller.current && scrollBoxOf(scroller.current);
		if (follower.current) follower.current.following = true;
		box?.scrollTo({ top: box.scrollHeight });
	}, []);
	return { scroller, atEnd, toEnd };
}
