import type { MouseEvent } from "react";

/**
 * The click handler of a link on a hydrated page: a plain click navigates in the application, one that asks for a new
 * window or a download is left to the browser. Without `go` it is an ordinary link.
 */
export function follow(href: string, go: ((href: string) => void) | undefined) {
	if (!go) return undefined;
	return (event: MouseEvent<HTMLAnchorElement>) => {
		if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		go(href);
	};
}
