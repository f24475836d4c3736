/** A page as a search server gives it: nothing of it is checked yet. */
export type FoundPage = { url: string; title: string; snippet: string; publishedAt?: string | number | null };

/** Asks one kind of search server. @throws {HttpError} @throws {SearchRefused} @throws the signal's reason */
export type SearchDriver = (query: string, signal: AbortSignal) => Promise<FoundPage[]>;

/** The server has answered, and not with results; the message is for the operator's log, without the query. */
export class SearchRefused extends Error {
	override readonly name = "SearchRefused";
}

/** The number of results that are asked for and given. */
export const MOST_PAGES = 8;

/** The settings of the HTTP client that all drivers share: a search that takes longer is of no use to an answer. */
export const SEARCH_LIMITS = { timeoutMs: 12_000, maxBodyBytes: 2 * 1024 ** 2 };
