import type { Db } from "./db/connection.server.ts";

/** What one module holds about a person: how to hand it out, and how to erase it. */
export type PersonalData = {
	/** The name of this part in the export. */
	part: string;
	/**
	 * Everything of one account, row by row, read in pages so that memory does not grow with it. A field of
	 * a row may again be such a reading.
	 */
	read: (db: Db, accountId: string) => AsyncIterable<unknown>;
	/** Erases the next few rows. @returns how many; 0 when nothing is left */
	eraseSome: (db: Db, accountId: string, now: number) => Promise<number>;
	/** Whether something cannot be erased yet and is to be looked at again later. */
	waits?: (db: Db, accountId: string) => Promise<boolean>;
};
