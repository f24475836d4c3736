import { allowancesData, paymentsData, subscriptionsData } from "../billing/personal-data.server.ts";
import { importsData } from "../chat/import/personal-data.server.ts";
import { chatData } from "../chat/personal-data.server.ts";
import type { Db } from "../platform/db/connection.server.ts";

/** What one room holds about a person: how to hand it out, and how to erase it. */
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

/**
 * Every room that keeps something about a person, besides the account itself. The one list from which
 * «Скачать мои данные», «Удалить аккаунт» and the operator's commands work: a room that is missing here
 * would keep its data for ever.
 */
export const PERSONAL_DATA: PersonalData[] = [
	// Before the conversations: a running import stops first.
	importsData,
	chatData,
	paymentsData,
	subscriptionsData,
	allowancesData,
];
