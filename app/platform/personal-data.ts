import type { Db } from "./db/connection.server.ts";

/** The personal data of one module: how to export it, and how to erase it. */
export type PersonalData = {
	/** The name of this part in the export. */
	part: string;
	/**
	 * Everything of one account, row by row, read in pages so that memory does not grow with it. A field of a row may
	 * itself be such an iterable.
	 */
	read: (db: Db, accountId: string) => AsyncIterable<unknown>;
	/** Erases the next few rows. @returns how many; 0 when nothing is left */
	eraseSome: (db: Db, accountId: string, now: number) => Promise<number>;
	/** Whether something cannot be erased yet and is to be tried again later. */
	waits?: (db: Db, accountId: string) => Promise<boolean>;
};
