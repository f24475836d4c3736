import type { UIMatch } from "react-router";

/**
 * What a screen is. A document works without any framework script and gets none; an application is
 * hydrated. Every screen's `handle` says which (docs/decisions/0003-documents-and-applications.md).
 */
export type PageHandle = { page: "document" | "application" };

/** The innermost screen decides. A screen that says nothing is a document. */
export function pageKind(matches: Pick<UIMatch, "handle">[]): PageHandle["page"] {
	const handle = matches.at(-1)?.handle as Partial<PageHandle> | undefined;
	return handle?.page ?? "document";
}
