import type { Db } from "../../../app/platform/db/connection.server.ts";

export type Counts = {
	queries: number;
	rows: number;
	/** Letters of all texts that came. */
	letters: number;
	/** The most of both that came with one query. */
	mostRows: number;
	mostLetters: number;
	/** The most letters that came before the event loop went round. */
	mostInATurn: number;
};

/** The same database, with what it is asked and what it answers counted. */
export function countQueries(db: Db): { db: Db; counts: Counts; stop: () => void } {
	const counts: Counts = { queries: 0, rows: 0, letters: 0, mostRows: 0, mostLetters: 0, mostInATurn: 0 };
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
			counts.letters += letters;
			counts.mostRows = Math.max(counts.mostRows, result.rows.length);
			counts.mostLetters = Math.max(counts.mostLetters, letters);
			inThisTurn += letters;
			counts.mostInATurn = Math.max(counts.mostInATurn, inThisTurn);
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
