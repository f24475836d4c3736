/**
 * A field of a list's filter, as a statement may hold it: PostgreSQL takes no zero character.
 * @param longest in UTF-16 units; what is typed beyond it is left out
 * @returns empty where the address has none
 */
export const queryField = (query: URLSearchParams, name: string, longest: number): string =>
	(query.get(name) ?? "").slice(0, longest).replaceAll("\0", "").trim();
