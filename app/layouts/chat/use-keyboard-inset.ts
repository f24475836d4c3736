import { useEffect } from "react";

/**
 * Shrinks the frame to the visible viewport, so that the composer stays above an on-screen keyboard, which overlays a
 * full-height page; on iOS it does not change the layout viewport.
 */
export function useKeyboardInset(): void {
	useEffect(() => {
		const view = window.visualViewport;
		if (!view || !matchMedia("(pointer: coarse)").matches) return;
		const fit = () => {
			// A pinch-zoomed page is also partly visible, and must not shrink.
			const covered = view.scale === 1 && view.height < innerHeight - 1;
			document.documentElement.style.setProperty("--chat-height", covered ? `${view.height}px` : "100dvh");
			// iOS has scrolled the page to show the field; in the smaller frame it is visible anyway.
			if (covered) scrollTo(0, 0);
		};
		view.addEventListener("resize", fit);
		return () => {
			view.removeEventListener("resize", fit);
			document.documentElement.style.removeProperty("--chat-height");
		};
	}, []);
}
