import { useEffect } from "react";

/**
 * Over a page of the full height an on-screen keyboard lies, on iOS without telling the layout: the frame
 * then takes the height that can be seen, so that the composer stands above the keys.
 */
export function useKeyboardRoom(): void {
	useEffect(() => {
		const view = window.visualViewport;
		if (!view || !matchMedia("(pointer: coarse)").matches) return;
		const fit = () => {
			// A page zoomed by two fingers is seen in part as well, and must not shrink for it.
			const covered = view.scale === 1 && view.height < innerHeight - 1;
			document.documentElement.style.setProperty("--chat-height", covered ? `${view.height}px` : "100dvh");
			// iOS has moved the page up to show the field; with the frame made smaller it is seen anyway.
			if (covered) scrollTo(0, 0);
		};
		view.addEventListener("resize", fit);
		return () => {
			view.removeEventListener("resize", fit);
			document.documentElement.style.removeProperty("--chat-height");
		};
	}, []);
}
