import type { Db } from "../../../app/platform/db/connection.server.ts";

export type Counts = {
	queries: number;
	rows: number;
	/** Letters of all texts that came. */
	characters: number;
	/** The most of both that came with one query. */
	maxRows: number;
	maxCharacters: number;
	/** The most letters that came before the event loop went round. */
	maxCharactersPerTick: number;
};

/** The same database, with what it is asked and what it answers counted. */
export function countQueries(db: Db): { db: Db; counts: Counts; stop: () => void } {
	const counts: Counts = {
		queries: 0,
		rows: 0,
		characters: 0,
		maxRows: 0,
		maxCharacters: 0,
		maxCharactersPerTick: 0,
	};
	let inThisTurn = 0;
	let counting = true;
	const nextTurn = () => {
		inThisTurn = 0;
		if (counting) setImmediate(nextTurn);
	};
	nextTurn();
	const watched = db.withPlugin({
		transformQuery: ({ node }) => {
			counts.queries++;
			return node;
		},
		transformResult: async ({ result }) => {
			const letters = result.rows.flatMap(Object.values).reduce(addLength, 0);
			counts.rows += result.rows.length;
			counts.characters += letters;
			counts.maxRows = Math.max(counts.maxRows, result.rows.length);
			counts.maxCharacters = Math.max(counts.maxCharacters, letters);
			inThisTurn += letters;
			counts.maxCharactersPerTick = Math.max(counts.maxCharactersPerTick, inThisTurn);
			return result;
		},
	});
	return {
		db: watched,
		counts,
		stop: () => {
			counting = false;
		},
	};
}

const addLength = (sum: number, value: unknown): number =>
	sum + (typeof value === "string" ? value.length : 0);
