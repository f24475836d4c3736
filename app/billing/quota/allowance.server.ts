import { randomUUID } from "node:crypto";
import { DAY, dayNumber, dayStart, dayStartAfter } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { boughtMessages, reserveBought, sumBought } from "../messages/bought-messages.server.ts";
import { ourTerms, type Terms } from "../payments/terms.server.ts";
import { type PlanInForce, planInForce } from "../plans/plan-in-force.server.ts";
import { mailboxOf, usedByOthers } from "./free-use.server.ts";

/** The messages of the current quota period, with those that were bought apart. All are 0 or more, and `left = granted − used − reserved`. */
export type Allowance = {
	granted: number;
	used: number;
	/** For answers that are being written. */
	reserved: number;
	left: number;
	from: number;
	/** When the next quota period begins. */
	until: number;
	/** Those of them that were bought apart and are left, and when the first of these end; null: there are none. */
	bought: { left: number; until: number | null };
};

/**
 * The allowance for display. Writes nothing: a mere view opens no new quota period.
 * @param known the plan in force, where the request has read it already
 */
export async function readAllowance(
	db: Db,
	accountId: string,
	now = Date.now(),
	terms: Terms = ourTerms,
	known?: PlanInForce,
): Promise<Allowance & { inForce: PlanInForce }> {
	const inForce = known ?? (await planInForce(db, accountId, now, terms));
	const { from, until } = quotaPeriodOf(inForce, now, terms);
	// One statement, since each page of the chat reads it.
	const rows = await db
		.selectFrom("allowances")
		.select(["granted", "used", "reserved", "carried", "purchase_id", "ends_at"])
		.where("account_id", "=", accountId)
		.where("source", "=", inForce.source)
		.where("starts_at", "=", from)
		.unionAll(db.selectFrom(boughtMessages(db, accountId, now).as("bought")).selectAll())
		.execute();
	const row = rows.find(({ purchase_id }) => purchase_id === null);
	const { granted, used, reserved, carried } = row ?? {
		...(await newAllowance(db, accountId, inForce, now, terms)),
		used: 0,
		reserved: 0,
	};
	const bought = sumBought(rows.filter(({ purchase_id }) => purchase_id !== null));
	return {
		// Messages used earlier from the same mailbox are shown as used.
		granted: granted + carried + bought.granted,
		used: used + carried + bought.used,
		reserved: reserved + bought.reserved,
		left: granted - used - reserved + bought.left,
		bought: { left: bought.left, until: bought.until },
		from,
		until,
		inForce,
	};
}

/**
 * The initial allowance of a quota period: the plan's messages, minus what other accounts used from the same mailbox.
 */
async function newAllowance(
	db: Db,
	accountId: string,
	{ plan, source }: PlanInForce,
	now: number,
	terms: Terms,
) {
	const { messages } = plan.quota;
	const mailbox = source === "free" ? await mailboxOf(db, accountId, terms) : null;
	const carried = mailbox ? Math.min(messages, await usedByOthers(db, accountId, mailbox, now)) : 0;
	return { granted: messages - carried, carried, mailbox_hash: mailbox };
}

export type Reserved = { outcome: "reserved" } | { outcome: "exhausted"; until: number };

/**
 * Reserves one message for an answer that is about to be written, in the transaction that records the prompt and as
 * its last statement: finishing an answer locks the allowance last, too. The database checks the remaining messages,
 * so any number of tabs and servers cannot overspend. Messages that were bought apart come after the plan's.
 * @param reference of the prompt, chosen by the form; a second time it violates the unique index
 */
export async function reserveMessage(
	trx: Db,
	accountId: string,
	reference: string,
	now = Date.now(),
	terms: Terms = ourTerms,
): Promise<Reserved> {
	const { id: planned, until } = await openAllowance(trx, accountId, now, terms);
	const taken = await trx
		.updateTable("allowances")
		.set(({ eb }) => ({ reserved: eb("reserved", "+", 1) }))
		.where("id", "=", planned)
		.where(({ eb }) => eb(eb(eb("granted", "-", eb.ref("used")), "-", eb.ref("reserved")), ">=", 1))
		.returning("id")
		.executeTakeFirst();
	const id = taken?.id ?? (await reserveBought(trx, accountId, now));
	if (!id) return { outcome: "exhausted", until };
	await note(trx, { accountId, allowanceId: id, kind: "reserve", reference, messages: -1, at: now });
	return { outcome: "reserved" };
}

/** Whether a message was ever reserved under this reference. */
export async function isReserved(db: Db, accountId: string, reference: string): Promise<boolean> {
	const row = await db
		.selectFrom("ledger")
		.select("id")
		.where("kind", "=", "reserve")
		.where("reference", "=", reference)
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return row !== undefined;
}

/** Turns a reservation into use: the answer was given. @param reference of the reservation */
export const settleMessage = (trx: Db, reference: string, now = Date.now()): Promise<void> =>
	close(trx, reference, "settle", now);

/** Returns a reservation: there was no answer. @param reference of the reservation */
export const returnMessage = (trx: Db, reference: string, now = Date.now()): Promise<void> =>
	close(trx, reference, "return", now);

async function close(trx: Db, reference: string, kind: "settle" | "return", at: number): Promise<void> {
	const reservation = await trx
		.selectFrom("ledger")
		.select(["account_id", "allowance_id"])
		.where("kind", "=", "reserve")
		.where("reference", "=", reference)
		.executeTakeFirst();
	// The account was erased meanwhile, and its ledger with it.
	if (!reservation) return;
	const { account_id: accountId, allowance_id: allowanceId } = reservation;
	await note(trx, { accountId, allowanceId, kind, reference, messages: kind === "settle" ? 0 : 1, at });
	await trx
		.updateTable("allowances")
		.set(({ eb }) => ({
			reserved: eb("reserved", "-", 1),
			...(kind === "settle" && { used: eb("used", "+", 1) }),
		}))
		.where("id", "=", allowanceId)
		.execute();
}

/**
 * The allowance of the current quota period, opened and granted on first use.
 * @returns its id and its end
 */
export async function openAllowance(
	trx: Db,
	accountId: string,
	now: number,
	terms: Terms = ourTerms,
): Promise<{ id: string; until: number }> {
	const inForce = await planInForce(trx, accountId, now, terms);
	const { from, until } = quotaPeriodOf(inForce, now, terms);
	const key = { account_id: accountId, source: inForce.source, starts_at: from };
	const it = trx
		.selectFrom("allowances")
		.select("id")
		.where("account_id", "=", accountId)
		.where("source", "=", key.source)
		.where("starts_at", "=", from);
	const opened = await it.executeTakeFirst();
	if (opened) return { id: opened.id, until };
	const fresh = await newAllowance(trx, accountId, inForce, now, terms);
	const made = await trx
		.insertInto("allowances")
		.values({ ...key, ...fresh, id: randomUUID(), ends_at: until })
		.onConflict((oc) => oc.columns(["account_id", "source", "starts_at"]).doNothing())
		.returning("id")
		.executeTakeFirst();
	// A concurrent transaction has opened it.
	if (!made) return { id: (await it.executeTakeFirstOrThrow()).id, until };
	const of = { accountId, allowanceId: made.id, reference: made.id, at: now };
	await note(trx, { ...of, kind: "grant", messages: inForce.plan.quota.messages });
	if (fresh.carried > 0)
		await note(trx, { ...of, kind: "correct", messages: -fresh.carried, why: USED_BEFORE });
	return { id: made.id, until };
}

/** The ledger's reason for a smaller initial allowance. */
const USED_BEFORE = "уже израсходовано с той же почты";

/**
 * The current quota period. Days begin at midnight in the operator's time zone; the periods of a subscription are
 * counted from its beginning, and the last is cut off by its end.
 */
export function quotaPeriodOf(
	{ plan, source, from, until }: PlanInForce,
	now: number,
	{ timeZone }: Terms,
): { from: number; until: number } {
	const { everyDays } = plan.quota;
	if (source === "free") {
		const today = dayNumber(now, timeZone);
		const passed = today % everyDays;
		return {
			from: passed === 0 ? dayStart(now, timeZone) : dayStartAfter(now, -passed, timeZone),
			until: dayStartAfter(now, everyDays - passed, timeZone),
		};
	}
	const length = everyDays * DAY;
	const begin = from + Math.floor((now - from) / length) * length;
	return { from: begin, until: Math.min(begin + length, until ?? Number.POSITIVE_INFINITY) };
}

type Note = {
	accountId: string;
	allowanceId: string;
	kind: "grant" | "reserve" | "settle" | "return" | "correct";
	reference: string;
	messages: number;
	why?: string;
	at: number;
};

async function note(trx: Db, { accountId, allowanceId, ...entry }: Note): Promise<void> {
	await trx
		.insertInto("ledger")
		.values({ id: randomUUID(), account_id: accountId, allowance_id: allowanceId, ...entry })
		.execute();
}

/**
 * Changes the current allowance on the operator's command.
 * @param messages to add; subtracted when negative, but never more than is left
 * @param reference of the command, so that a repeat is harmless
 * @returns how many were added, or subtracted
 */
export async function correctAllowance(
	trx: Db,
	accountId: string,
	{ messages, reference, why }: { messages: number; reference: string; why: string },
	now = Date.now(),
	terms: Terms = ourTerms,
): Promise<number> {
	const { id } = await openAllowance(trx, accountId, now, terms);
	// Locked: what is left does not change until the update below.
	const row = await lockRow(trx, "allowances", id);
	if (!row) throw new Error("The allowance that was just opened is gone.");
	const by = Math.max(messages, -(row.granted - row.used - row.reserved));
	if (by === 0) return 0;
	await note(trx, { accountId, allowanceId: id, kind: "correct", reference, messages: by, why, at: now });
	await trx
		.updateTable("allowances")
		.set(({ eb }) => ({ granted: eb("granted", "+", by) }))
		.where("id", "=", id)
		.execute();
	return by;
}
