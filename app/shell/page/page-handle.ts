import type { UIMatch } from "react-router";

/**
 * What a screen is. A document works without any framework script and gets none; an application is
 * hydrated. Every screen's `handle` says which (docs/decisions/0003-documents-and-applications.md).
 */
export type PageHandle = {
	page: "document" | "application";
	/** Search engines may list it: it says nothing about one person, and is no end of somebody's way. */
	listed?: true;
};

/** The innermost screen decides. A screen that says nothing is a document. */
export function pageKind(matches: Pick<UIMatch, "handle">[]): PageHandle["page"] {
	return handleOf(matches)?.page ?? "document";
}

/** Whether search engines may list the screen; those that say nothing are not for them. */
export const isListed = (matches: Pick<UIMatch, "handle">[]): boolean => handleOf(matches)?.listed ?? false;

const handleOf = (matches: Pick<UIMatch, "handle">[]) =>
	matches.at(-1)?.handle as Partial<PageHandle> | undefined;
