import type { MouseEvent } from "react";

/** Whether a click on a link asks for no new tab, window or download, which are left to the browser. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
	button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/**
 * The click handler of a link on a hydrated page: a plain click navigates in the application, one that asks for a new
 * window or a download is left to the browser. Without `go` it is an ordinary link.
 */
export function follow(href: string, go: ((href: string) => void) | undefined) {
	if (!go) return undefined;
	return (event: MouseEvent<HTMLAnchorElement>) => {
		if (!isPlainClick(event)) return;
		event.preventDefault();
		go(href);
	};
}
