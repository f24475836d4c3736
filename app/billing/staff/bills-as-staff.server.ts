import type { AccountSettings } from "../../accounts/settings.server.ts";
import { type ActedAsStaff, actAsStaff } from "../../accounts/staff/act-as-staff.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { activationCode, hashOfTyped } from "../bills/activation-code.server.ts";
import { type Bill, billOf, CODE_MS } from "../bills/bill.server.ts";
import { codesEmail } from "../bills/bill-emails.server.ts";
import type { Sender } from "../emails.server.ts";
import { rubles } from "../rubles.server.ts";

/** The sender of the e-mail with the codes, and the secret that these are computed from. */
export type BillContext = { secret: string; sender: Sender & Pick<AccountSettings, "mailer"> };

/** Rows of one statement: each has four values. */
const ROWS = 100;

/**
 * «Оплачен»: makes the activation codes of a bill, and sends them to the person who has ordered it. Money that comes
 * after the bill's term is honoured.
 * @returns «unchanged»: it was paid before, was canceled, or there is none of this number
 */
export async function payBillAsStaff(
	db: Db,
	{ secret, sender }: BillContext,
	number: number,
	actor: Actor,
	now = Date.now(),
): Promise<ActedAsStaff<Bill>> {
	const pay = async (trx: Db) => {
		const row = await trx
			.updateTable("bills")
			.set({ state: "paid", ended_at: now })
			.where("number", "=", number)
			.where("state", "=", "open")
			.returningAll()
			.executeTakeFirst();
		if (!row) return null;
		const bill = billOf(row);
		const codes = Array.from({ length: bill.seats }, (_, i) => activationCode(secret, bill.id, i + 1));
		const rows = codes.map((code, i) => ({
			hash: hashOfTyped(code) ?? "",
			bill_id: bill.id,
			number: i + 1,
			expires_at: now + CODE_MS,
		}));
		for (let from = 0; from < rows.length; from += ROWS)
			await trx
				.insertInto("activation_codes")
				.values(rows.slice(from, from + ROWS))
				.execute();
		const account = await trx
			.selectFrom("accounts")
			.select("email")
			.where("id", "=", bill.account_id)
			.executeTakeFirst();
		await post(trx, sender.mailer, codesEmail(sender, account?.email ?? null, bill, codes, now), now);
		return bill;
	};
	const act = { act: "bill-paid", right: "bills", effect: effectOf } as const;
	return actAsStaff(db, actor, act, pay, now);
}

/** Cancels a bill that nobody is going to pay. @returns «unchanged»: it was paid or canceled before */
export async function cancelBillAsStaff(
	db: Db,
	{ number, reason }: { number: number; reason: string },
	actor: Actor,
	now = Date.now(),
): Promise<ActedAsStaff<Bill>> {
	const cancel = async (trx: Db) => {
		const row = await trx
			.updateTable("bills")
			.set({ state: "canceled", ended_at: now })
			.where("number", "=", number)
			.where("state", "=", "open")
			.returningAll()
			.executeTakeFirst();
		return row ? billOf(row) : null;
	};
	const act = { act: "bill-canceled", reason, right: "bills", effect: effectOf } as const;
	return actAsStaff(db, actor, act, cancel, now);
}

/**
 * Notes that the price of the codes nobody has used was returned by a bank transfer: they hold no more. The money itself
 * went past the gateway, and goes back past it.
 * @returns «unchanged»: it is not paid, something was returned before, or nothing is left to return
 */
export async function returnBillAsStaff(
	db: Db,
	{ number, reason }: { number: number; reason: string },
	actor: Actor,
	now = Date.now(),
): Promise<ActedAsStaff<Bill>> {
	const giveBack = async (trx: Db) => {
		// Locks the bill, so that two who return at once come one after the other.
		const held = await trx
			.updateTable("bills")
			.set({ returned_at: now })
			.where("number", "=", number)
			.where("state", "=", "paid")
			.where("returned_at", "is", null)
			.returningAll()
			.executeTakeFirst();
		if (!held) return null;
		const revoked = await trx
			.updateTable("activation_codes")
			.set({ revoked_at: now })
			.where("bill_id", "=", held.id)
			.where("used_at", "is", null)
			.executeTakeFirst();
		const returned = Number(revoked.numUpdatedRows) * billOf(held).plan.price;
		const row = await trx
			.updateTable("bills")
			.set(returned === 0 ? { returned_at: null } : { returned })
			.where("id", "=", held.id)
			.returningAll()
			.executeTakeFirstOrThrow();
		return returned === 0 ? null : billOf(row);
	};
	const effect = ({ returned, ...bill }: Bill) => ({
		after: `№ ${bill.number}: ${rubles(returned ?? 0)} из ${rubles(bill.amount)}`,
	});
	const act = { act: "bill-returned", reason, right: "bills", effect } as const;
	return actAsStaff(db, actor, act, giveBack, now);
}

const effectOf = ({ number, seats, amount }: Bill) => ({
	after: `№ ${number}: ${seats} × ${rubles(amount / seats)}`,
});
