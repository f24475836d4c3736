/** The switches of a question, and their outcome, as stored with its answer and its conversation. */
export type Switches = {
	/** «Поиск в интернете». */
	search?: boolean;
	/** «Размышлять дольше». */
	think?: boolean;
	/** Further tools of the operator, by their names towards the model. */
	tools?: string[];
	/** The model, or its server, took no tools: the answer was written without them. */
	refused?: boolean;
	/** It could not be told how long to reason: it reasoned as it saw fit. */
	effortRefused?: boolean;
};

/** @param stored JSON, or null where nothing was switched on */
export const readSwitches = (stored: string | null): Switches => (stored === null ? {} : JSON.parse(stored));

/**
 * Serializes the switches as JSON; null when all are off. The outcome of an answer is not part of the next one's
 * switches.
 */
export function storeSwitches({ search = false, think = false, tools = [] }: Switches): string | null {
	if (!search && !think && tools.length === 0) return null;
	return JSON.stringify({
		...(search && { search }),
		...(think && { think }),
		...(tools.length > 0 && { tools }),
	});
}

/** The switches of an answer whose model uses no tools, as JSON: where some were on, the screen says that it has none. */
export function withoutTools(stored: string | null): string | null {
	const switches = readSwitches(stored);
	if (!switches.search && !switches.tools?.length) return stored;
	return JSON.stringify({ ...switches, refused: true });
}
