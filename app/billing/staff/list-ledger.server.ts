import { countUpTo } from "../../accounts/staff/count-up-to.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { LedgerTable } from "../../platform/db/tables/billing.ts";

export const ENTRIES_PER_PAGE = 50;

/** An entry of a person's ledger of messages; one that changes nothing of what is left is none of these. */
export type ListedEntry = {
	id: string;
	kind: Exclude<LedgerTable["kind"], "settle">;
	reference: string;
	/** The change of what is left. */
	messages: number;
	/** The messages left of its allowance after it. */
	left: number;
	/** An operator's reason. */
	why: string | null;
	at: number;
};

/**
 * A page of the ledger of an account, the newest first. It goes on from an entry, so a page costs the same wherever it
 * is; what is left is the sum of its allowance up to the entry.
 * @param after the last entry of the page before; one that is gone begins anew
 * @returns `next`: the id to go on from; null: this is the last page
 */
export async function listLedger(
	db: Db,
	accountId: string,
	{ after = "", rows: most = ENTRIES_PER_PAGE }: { after?: string; rows?: number },
): Promise<{ entries: ListedEntry[]; next: string | null }> {
	const last = after ? await findEntry(db, accountId, after) : undefined;
	const rows = await db
		.selectFrom("ledger")
		.select(["id", "allowance_id", "kind", "reference", "messages", "why", "at"])
		.where("account_id", "=", accountId)
		.where("kind", "<>", "settle")
		.$if(last !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("at", "id"), "<", tuple(Number(last?.at), last?.id ?? "")),
			),
		)
		.orderBy("at", "desc")
		.orderBy("id", "desc")
		.limit(most + 1)
		.execute();
	const page = wholeInstants(rows, most);
	const left = await leftAtTop(db, page);
	// A period is opened by its first message, in the same millisecond and before it.
	const ordered = page.toSorted((a, b) => Number(b.at) - Number(a.at) || order(a.kind) - order(b.kind));
	const entries = ordered.map(({ allowance_id, kind, at, ...entry }) => {
		const now = left.get(allowance_id) ?? 0;
		left.set(allowance_id, now - entry.messages);
		return { ...entry, kind: kind as ListedEntry["kind"], at: Number(at), left: now };
	});
	return { entries, next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null };
}

/** How many entries the ledger of an account has; at most `COUNTED` and one. */
export const countLedger = (db: Db, accountId: string): Promise<number> =>
	countUpTo(
		db,
		db.selectFrom("ledger").select("id").where("account_id", "=", accountId).where("kind", "<>", "settle"),
	);

const order = (kind: LedgerTable["kind"]) => (kind === "grant" ? 1 : 0);

/** The first rows, without those of an instant that would go on on the next page. */
function wholeInstants<T extends { at: number }>(rows: readonly T[], most: number): readonly T[] {
	const [last, beyond] = [rows[most - 1], rows[most]];
	if (!last || !beyond || Number(last.at) !== Number(beyond.at)) return rows.slice(0, most);
	const whole = rows.filter(({ at }) => Number(at) !== Number(last.at));
	return whole.length > 0 ? whole : rows.slice(0, most);
}

const findEntry = (db: Db, accountId: string, id: string) =>
	db
		.selectFrom("ledger")
		.select(["id", "at"])
		.where("id", "=", id)
		.where("account_id", "=", accountId)
		.executeTakeFirst();

type Row = { id: string; allowance_id: string; at: number };

/** Reads the messages left of each allowance of a page after the first entry that the page has of it. */
async function leftAtTop(db: Db, page: readonly Row[]): Promise<Map<string, number>> {
	const first = new Map<string, Row>();
	for (const row of page) if (!first.has(row.allowance_id)) first.set(row.allowance_id, row);
	const left = new Map<string, number>();
	for (const [allowanceId, { at, id }] of first) {
		const { sum } = await db
			.selectFrom("ledger")
			.select(({ fn }) => fn.sum<number | null>("messages").as("sum"))
			.where("allowance_id", "=", allowanceId)
			.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "id"), "<=", tuple(Number(at), id)))
			.executeTakeFirstOrThrow();
		left.set(allowanceId, Number(sum ?? 0));
	}
	return left;
}
