import type { UIMatch } from "react-router";

/**
 * The kind of page that a screen is. A static page works without any framework script and gets none; a hydrated page
 * runs React in the browser. Every screen's `handle` says which (docs/decisions/0003-static-and-hydrated-pages.md).
 */
export type PageHandle = {
	page: "static" | "hydrated";
	/** Search engines may list it: it has nothing personal, and is not an outcome screen. */
	listed?: true;
	/** The limits of a request to it beyond the default (`server/limits/route-limits.ts`). */
	limits?: RequestLimits;
};

/** The limits of requests to one route, where they are wider than those of all others. */
export type RequestLimits = {
	/** Maximum body size, in bytes. */
	bodyBytes?: number;
	/**
	 * Maximum body size of a form with files, in bytes, which may take hours to arrive: the route reads it as a stream
	 * and keeps none of it in memory.
	 */
	uploadBytes?: number;
	/** The request may take hours to arrive, as long as it makes progress: an upload. */
	slow?: true;
};

/** The innermost screen decides. A screen without a kind is a static page. */
export function pageKind(matches: Pick<UIMatch, "handle">[]): PageHandle["page"] {
	return handleOf(matches)?.page ?? "static";
}

/** Whether search engines may list the screen; false unless its handle says so. */
export const isListed = (matches: Pick<UIMatch, "handle">[]): boolean => handleOf(matches)?.listed ?? false;

const handleOf = (matches: Pick<UIMatch, "handle">[]) =>
	matches.at(-1)?.handle as Partial<PageHandle> | undefined;
