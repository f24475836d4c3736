/** What a person orders the list of documents by; the first is usual. */
export const SORTS = ["new", "name", "size"] as const;
export type Sort = (typeof SORTS)[number];
