import { SORTS, type Sort } from "../../files/library/sorts.ts";

/** The actions with a page of their own: a file's, and a collection's. */
export const FILE_PAGES = ["delete", "rename", "replace", "collect", "used"] as const;
export const COLLECTION_PAGES = ["edit-collection", "delete-collection"] as const;
export type FilePageName = (typeof FILE_PAGES)[number];

/** The documents that the list shows. */
export type ListView = { collectionId: string | null; sort: Sort; page: number };

/** The address of a list; what is usual is left out. */
export function listAddress(
	{ collectionId, sort, page }: Partial<ListView>,
	more: Record<string, string> = {},
) {
	const query = new URLSearchParams();
	if (collectionId) query.set("collection", collectionId);
	if (sort && sort !== SORTS[0]) query.set("sort", sort);
	if (page && page > 1) query.set("page", String(page));
	for (const [name, value] of Object.entries(more)) query.set(name, value);
	return query.size === 0 ? "/documents" : `/documents?${query}`;
}

/** The page of an action on a file; it leads back to the list of the collection, if any. */
export const filePage = (page: FilePageName, fileId: string, collectionId: string | null = null) =>
	listAddress({ collectionId }, { do: page, file: fileId });

/** The text of a document, at a passage. */
export const textAddress = (fileId: string, passage?: number) =>
	`/documents?file=${fileId}${passage === undefined ? "" : `&passage=${passage}#passage-${passage}`}`;
