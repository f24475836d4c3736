/** A page of the web that a tool has found for an answer, by the number under which the text may cite it. */
export type WebSource = {
	n: number;
	url: string;
	title: string;
	host: string;
	/** Its beginning, or the words that answer the search; "" where there are none. */
	snippet: string;
	/** When it was published, in words; null: it does not say. */
	date: string | null;
};
