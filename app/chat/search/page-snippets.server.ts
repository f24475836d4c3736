import { setImmediate as turn } from "node:timers/promises";
import { firstHit, type Piece, type Query, snippet } from "./search-terms.server.ts";

/**
 * UTF-16 units in which the first matching word of a message is looked for, and of all messages of a page. Each word is
 * compared, a microsecond each: fifty messages of a million characters would take a minute.
 */
const LOOKED_THROUGH = 32_768;
const LOOKED_THROUGH_ON_PAGE = 262_144;
/** Units looked through before others have their turn: some milliseconds. A line itself takes as long as so many. */
const SLICE = 16_384;
const LINE = 2_048;

/** Characters of a message that are read: a match at the end of what is looked through has words after it. */
export const TEXT_READ = LOOKED_THROUGH + 4_096;

/** Makes the lines of one page of results. Of a message whose matches stand further down the beginning is shown. */
export class PageSnippets {
	readonly #query: Query;
	#left = LOOKED_THROUGH_ON_PAGE;
	#sinceTurn = 0;

	constructor(query: Query) {
		this.#query = query;
	}

	async of(text: string): Promise<Piece[]> {
		const looked = text.slice(0, Math.min(LOOKED_THROUGH, this.#left));
		const at = firstHit(looked, this.#query);
		const taken = at ?? looked.length;
		this.#left -= taken;
		this.#sinceTurn += taken + LINE;
		if (this.#sinceTurn >= SLICE) {
			this.#sinceTurn = 0;
			await turn();
		}
		return snippet(text, this.#query, at ?? 0);
	}
}
