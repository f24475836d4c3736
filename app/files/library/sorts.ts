/** The orders of a person's list of documents; the first is the default. */
export const SORTS = ["new", "name", "size"] as const;
export type Sort = (typeof SORTS)[number];
