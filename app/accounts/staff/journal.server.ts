import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { StaffAct, StaffEventsTable } from "../../platform/db/tables/staff.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Role } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import { OPERATOR } from "../audit/account-events.server.ts";
import { type Client, wideNetworkOf } from "../http/request-client.server.ts";
import { countUpTo } from "./count-up-to.server.ts";

/** The actor of an act, and where the request came from. */
export type Actor = {
	/** Null: the operator's console, which may do everything. */
	accountId: string | null;
	/** The role at the start of the request; the right is checked again inside the transaction. */
	role: Role | null;
	client: Client;
	requestId: string;
};

/** The operator's own commands. */
export const CONSOLE: Actor = { accountId: null, role: null, client: OPERATOR, requestId: "" };

/** The content of a journal entry; `before` and `after` bear no secrets. */
export type Act = {
	act: StaffAct;
	/** The account that is acted on. */
	accountId: string | null;
	reason?: string;
	before?: string | null;
	after?: string | null;
};

export type JournalRow = Selectable<StaffEventsTable>;

const CHAIN = "journal";
/** The hash before the first entry. */
const BEGINNING = "0".repeat(64);

/**
 * Lets one transaction after another append. Acts of staff lock it first of all, so what they decide by (who is an
 * owner) does not change meanwhile.
 */
export async function lockJournal(trx: Db): Promise<{ number: number; hash: string }> {
	await trx
		.insertInto("staff_chain")
		.values({ id: CHAIN, number: 0, hash: BEGINNING })
		.onConflict((oc) => oc.column("id").doNothing())
		.execute();
	const end = await lockRow(trx, "staff_chain", CHAIN);
	if (!end) throw new Error("The end of the journal is missing.");
	return end;
}

/** Appends an entry. The transaction has called `lockJournal`. */
export async function appendToJournal(trx: Db, actor: Actor, act: Act, now: number): Promise<void> {
	const end = await trx
		.selectFrom("staff_chain")
		.select(["number", "hash"])
		.where("id", "=", CHAIN)
		.executeTakeFirstOrThrow();
	const row = {
		number: Number(end.number) + 1,
		at: now,
		actor_id: actor.accountId,
		actor_role: actor.role,
		act: act.act,
		account_id: act.accountId,
		reason: storedAs(act.reason) || null,
		before: storedAs(act.before),
		after: storedAs(act.after),
		ip_network: wideNetworkOf(actor.client.ip),
		request_id: actor.requestId,
		previous_hash: end.hash,
	};
	const hash = hashOf(row);
	await trx
		.insertInto("staff_events")
		.values({ ...row, hash })
		.execute();
	await trx.updateTable("staff_chain").set({ number: row.number, hash }).where("id", "=", CHAIN).execute();
	// Outside of the database, too: whoever could rewrite the whole chain cannot rewrite a log that is kept elsewhere.
	log.info("Запись журнала", { number: row.number, act: row.act, hash });
}

/** As a database returns it: half of a character becomes «�» there, and the hash would not match what is read. */
const storedAs = (text: string | null | undefined) => text?.toWellFormed() ?? null;

/** Appends an entry about something that changes nothing. */
export async function noteInJournal(db: Db, actor: Actor, act: Act, now = Date.now()): Promise<void> {
	await transact(db, async (trx) => {
		await lockJournal(trx);
		await appendToJournal(trx, actor, act, now);
	});
}

function hashOf(row: Omit<JournalRow, "hash">): string {
	const values = [
		...[row.number, row.at, row.actor_id, row.actor_role, row.act, row.account_id, row.reason],
		...[row.before, row.after, row.ip_network, row.request_id, row.previous_hash],
	];
	return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}

export const JOURNAL_PER_PAGE = 50;

/**
 * A page of the journal, the newest first.
 * @param actorId only the entries of this account
 * @param before goes on from this number
 * @param rows at most so many
 */
export async function readJournal(
	db: Db,
	{ actorId, before, rows: most = JOURNAL_PER_PAGE }: { actorId?: string; before?: number; rows?: number },
) {
	const rows = await db
		.selectFrom("staff_events")
		.selectAll()
		.$if(actorId !== undefined, (query) => query.where("actor_id", "=", actorId ?? ""))
		.$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
		.orderBy("number", "desc")
		.limit(most + 1)
		.execute();
	const entries = rows.slice(0, most);
	return { entries, next: rows.length > most ? (entries.at(-1)?.number ?? null) : null };
}

/** How many entries there are, of this account where one is named; at most `COUNTED` and one. */
export const countJournal = (db: Db, { actorId }: { actorId?: string }): Promise<number> =>
	countUpTo(
		db,
		db
			.selectFrom("staff_events")
			.select("number")
			.$if(actorId !== undefined, (query) => query.where("actor_id", "=", actorId ?? "")),
	);

/**
 * The first entry, of some in order from the newest, that is not as it was written or does not follow the one before.
 * @param partial they are a selection: entries between them may be missing
 */
export function findBroken(newestFirst: readonly JournalRow[], partial: boolean): number | null {
	let older: JournalRow | undefined;
	for (const entry of newestFirst.toReversed()) {
		const { hash, ...row } = entry;
		if (hashOf(row) !== hash) return row.number;
		const follows = older && older.number + 1 === row.number && older.hash === row.previous_hash;
		if (older && !partial && !follows) return row.number;
		older = entry;
	}
	return null;
}

const ROWS_AT_ONCE = 500;

export type JournalState =
	| { outcome: "whole"; entries: number; since: number | null; hash: string }
	/** The first entry that was changed or is missing. */
	| { outcome: "broken"; number: number };

/** Checks every entry against the one before, in pages. */
export async function verifyJournal(db: Db): Promise<JournalState> {
	// Read first: what is appended meanwhile comes after it.
	const end = await db.selectFrom("staff_chain").selectAll().where("id", "=", CHAIN).executeTakeFirst();
	let last = { number: 0, hash: BEGINNING };
	let since: number | null = null;
	while (true) {
		const page = await db
			.selectFrom("staff_events")
			.selectAll()
			.where("number", ">", last.number)
			.orderBy("number")
			.limit(ROWS_AT_ONCE)
			.execute();
		for (const { hash, ...row } of page) {
			if (row.number !== last.number + 1) return { outcome: "broken", number: last.number + 1 };
			if (row.previous_hash !== last.hash || hashOf(row) !== hash)
				return { outcome: "broken", number: row.number };
			since ??= row.at;
			last = { number: row.number, hash };
			if (row.number === end?.number && hash !== end.hash) return { outcome: "broken", number: row.number };
		}
		if (page.length < ROWS_AT_ONCE) break;
	}
	// Entries cut off from the end.
	if (last.number < (end?.number ?? 0)) return { outcome: "broken", number: last.number + 1 };
	return { outcome: "whole", entries: last.number, since, hash: last.hash };
}
