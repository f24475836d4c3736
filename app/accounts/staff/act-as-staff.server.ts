import type { Db } from "../../platform/db/connection.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { refusalOf } from "./act-on-person.server.ts";
import { type Act, type Actor, appendToJournal, lockJournal } from "./journal.server.ts";
import type { Right } from "./rights.ts";

type ActAsStaff<T> = Omit<Act, "accountId"> & {
	right: Right;
	/** The journal's record of the effect. */
	effect?: (value: T) => Pick<Act, "before" | "after">;
};

export type ActedAsStaff<T> =
	| { outcome: "done"; value: T }
	/** There was nothing to do, or the actor has no role (any more) with this right. */
	| { outcome: "unchanged" | "forbidden" };

/**
 * An act of staff on nobody in particular: right, effect and journal in one transaction, as `actOnPerson`.
 * @param work what is done; null: there was nothing to do, and the journal says nothing
 */
export async function actAsStaff<T>(
	db: Db,
	actor: Actor,
	{ right, effect, ...act }: ActAsStaff<T>,
	work: (trx: Db) => Promise<T | null>,
	now: number,
): Promise<ActedAsStaff<T>> {
	return transact(db, async (trx) => {
		await lockJournal(trx);
		if (await refusalOf(trx, actor, right)) return { outcome: "forbidden" };
		const value = await work(trx);
		if (value === null) return { outcome: "unchanged" };
		await appendToJournal(trx, actor, { ...act, accountId: null, ...effect?.(value) }, now);
		return { outcome: "done", value };
	});
}
