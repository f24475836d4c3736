import { randomUUID } from "node:crypto";
import { DAY } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { MessagePackage } from "./message-package.server.ts";

/**
 * Grants bought messages, in the transaction that establishes the right to them: an allowance of their own, which
 * is used when the plan's is exhausted.
 * @returns until when they hold
 */
export async function grantMessages(
	trx: Db,
	accountId: string,
	{ messages, days }: Pick<MessagePackage, "messages" | "days">,
	purchaseId: string,
	now: number,
): Promise<number> {
	const id = randomUUID();
	const until = now + days * DAY;
	await trx
		.insertInto("allowances")
		.values({
			id,
			account_id: accountId,
			source: purchaseId,
			purchase_id: purchaseId,
			starts_at: now,
			ends_at: until,
			granted: messages,
		})
		.execute();
	await note(trx, { accountId, id, kind: "grant", reference: id, messages, why: null }, now);
	return until;
}

/**
 * Reserves one of the bought messages, those that end first.
 * @returns the allowance that it is of; undefined: none is left
 */
export async function reserveBought(trx: Db, accountId: string, now: number): Promise<string | undefined> {
	const left = () =>
		trx
			.selectFrom("allowances")
			.select("id")
			.where("account_id", "=", accountId)
			.where("purchase_id", "is not", null)
			.where("ends_at", ">", now)
			.where(({ eb }) => eb(eb(eb("granted", "-", eb.ref("used")), "-", eb.ref("reserved")), ">=", 1))
			.orderBy("ends_at")
			.orderBy("id")
			.limit(1)
			.executeTakeFirst();
	// Each time round somebody else has taken the last one of an allowance.
	for (let next = await left(); next; next = await left()) {
		const taken = await trx
			.updateTable("allowances")
			.set(({ eb }) => ({ reserved: eb("reserved", "+", 1) }))
			.where("id", "=", next.id)
			.where(({ eb }) => eb(eb(eb("granted", "-", eb.ref("used")), "-", eb.ref("reserved")), ">=", 1))
			.returning("id")
			.executeTakeFirst();
		if (taken) return taken.id;
	}
	return undefined;
}

type BoughtRow = { granted: number; used: number; reserved: number; ends_at: number };

/** The bought messages that hold now, those that end first before the others. */
export const boughtMessages = (db: Db, accountId: string, now: number) =>
	db
		.selectFrom("allowances")
		.select(["granted", "used", "reserved", "carried", "purchase_id", "ends_at"])
		.where("account_id", "=", accountId)
		.where("purchase_id", "is not", null)
		.where("ends_at", ">", now)
		.orderBy("ends_at")
		.limit(MOST_BOUGHT);

/** Bought messages together; `until`: when the first of them that are left end. */
export function sumBought(unsorted: readonly BoughtRow[]) {
	const rows = unsorted.toSorted((a, b) => Number(a.ends_at) - Number(b.ends_at));
	const sum = (of: (row: (typeof rows)[0]) => number) => rows.reduce((all, row) => all + of(row), 0);
	const leftOf = (row: (typeof rows)[0]) => row.granted - row.used - row.reserved;
	const first = rows.find((row) => leftOf(row) > 0);
	return {
		granted: sum(({ granted }) => granted),
		used: sum(({ used }) => used),
		reserved: sum(({ reserved }) => reserved),
		left: sum(leftOf),
		until: first ? Number(first.ends_at) : null,
	};
}

/** Somebody who buys a thousand at a time owns no more than are read at once. */
const MOST_BOUGHT = 1_000;

/**
 * The refund of bought messages as it would be now: those that were not asked, at their price, rounded down to a kopeck
 * (ЗоЗПП, article 32). In a transaction the allowance is locked, so that none is asked meanwhile.
 * @returns undefined: none is left, or their time is over
 */
export async function previewMessagesRefund(
	db: Db,
	purchase: { id: string; amount: number; messages: number },
	now: number,
	locked = false,
): Promise<{ amount: number; takes: number; remainsUntil: null } | undefined> {
	const found = await db
		.selectFrom("allowances")
		.selectAll()
		.where("purchase_id", "=", purchase.id)
		.executeTakeFirst();
	const row = found && locked ? await lockRow(db, "allowances", found.id) : found;
	if (!row || row.ends_at <= now) return undefined;
	const takes = row.granted - row.used - row.reserved;
	const amount = Number((BigInt(purchase.amount) * BigInt(takes)) / BigInt(purchase.messages));
	return amount > 0 ? { amount, takes, remainsUntil: null } : undefined;
}

/**
 * Takes back the messages of a refund, or restores them where the gateway has refused it.
 * @param messages to add
 * @param missedMs for so long they could not be used: their days end so much later
 */
export async function moveBought(
	trx: Db,
	{
		purchaseId,
		refundId,
		messages,
		missedMs = 0,
	}: { purchaseId: string; refundId: string; messages: number; missedMs?: number },
	now: number,
): Promise<void> {
	const moved = await trx
		.updateTable("allowances")
		.set(({ eb }) => ({ granted: eb("granted", "+", messages), ends_at: eb("ends_at", "+", missedMs) }))
		.where("purchase_id", "=", purchaseId)
		.returning(["id", "account_id"])
		.executeTakeFirst();
	if (!moved) return;
	const { id, account_id: accountId } = moved;
	const reference = messages < 0 ? refundId : `${refundId}:refused`;
	await note(trx, { accountId, id, kind: "correct", reference, messages, why: REFUND }, now);
}

/** The ledger's reason. */
const REFUND = "возврат денег";

type Note = {
	accountId: string;
	/** The id of the allowance. */
	id: string;
	kind: "grant" | "correct";
	reference: string;
	messages: number;
	why: string | null;
};

async function note(trx: Db, { accountId, id, ...entry }: Note, at: number): Promise<void> {
	await trx
		.insertInto("ledger")
		.values({ id: randomUUID(), account_id: accountId, allowance_id: id, ...entry, at })
		.execute();
}

/** Until when the messages of a purchase hold; null: there are none (any more). */
export async function boughtUntil(db: Db, purchaseId: string): Promise<number | null> {
	const row = await db
		.selectFrom("allowances")
		.select("ends_at")
		.where("purchase_id", "=", purchaseId)
		.executeTakeFirst();
	return row ? Number(row.ends_at) : null;
}
