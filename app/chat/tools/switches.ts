/** What a question has switched on, and what became of it; as stored with its answer. */
export type Switches = {
	/** «Поиск в интернете». */
	search?: boolean;
	/** «Размышлять дольше». */
	think?: boolean;
	/** Further tools of the operator, by their names towards the model. */
	tools?: string[];
	/** The model's server took no tools: the answer was written without them. */
	refused?: boolean;
};

/** @param stored JSON, or null where nothing was switched on */
export const readSwitches = (stored: string | null): Switches => (stored === null ? {} : JSON.parse(stored));
