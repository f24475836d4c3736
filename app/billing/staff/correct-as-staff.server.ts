import { type Acted, actOnPerson } from "../../accounts/staff/act-on-person.server.ts";
import type { Actor } from "../../accounts/staff/journal.server.ts";
import { mayDo } from "../../accounts/staff/rights.ts";
import { post } from "../../mail/outbox.server.ts";
import { DAY } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { correctAllowance } from "../quota/allowance.server.ts";
import { allowanceCorrectedEmail } from "./emails-of-acts.server.ts";

/** The number of messages by which support may correct allowances in 24 hours, more and less together. */
export const SUPPORT_CORRECTS = 50;
/** Nobody corrects by more at once: a slip of the hand. */
export const MOST_CORRECTED = 100_000;

const BY = /^[+−](\d+)$/;

type Correction = {
	accountId: string;
	/** To add; subtracted when negative, but never more than is left. */
	messages: number;
	/** Chosen by the form, so that a repeat changes nothing. */
	reference: string;
	reason: string;
	/** Writes to the person, with the reason; undefined: nobody is written to. */
	tell?: PaymentContext["sender"] | undefined;
};

/**
 * Corrects what is left of an account's allowance.
 * @returns how many were added, or subtracted. «unchanged»: it was done before, or nothing was left to subtract;
 * «too-much»: more than this role may
 */
export async function correctAsStaff(
	db: Db,
	{ accountId, messages, reference, reason, tell }: Correction,
	actor: Actor,
	now = Date.now(),
): Promise<Acted<number> | { outcome: "too-much" }> {
	let isTooMuch = false;
	const correct = async (trx: Db) => {
		// The transaction may run a second time.
		isTooMuch = false;
		const account = await lockRow(trx, "accounts", accountId);
		if (!account || account.state === "deleted") return null;
		const before = await trx
			.selectFrom("ledger")
			.select("id")
			.where("account_id", "=", accountId)
			.where("kind", "=", "correct")
			.where("reference", "=", reference)
			.executeTakeFirst();
		if (before) return null;
		isTooMuch = await exceeds(trx, actor, messages, now);
		if (isTooMuch) return null;
		const by = await correctAllowance(trx, accountId, { messages, reference, why: reason }, now);
		if (by === 0) return null;
		const told = { messages: by, reason };
		if (tell && account.email)
			await post(trx, tell.mailer, allowanceCorrectedEmail(tell, account.email, told), now);
		return by;
	};
	const effect = (by: number) => ({ after: `${by > 0 ? "+" : "−"}${Math.abs(by)}` });
	const act = { act: "allowance-corrected", accountId, reason, right: "allowances", effect } as const;
	const acted = await actOnPerson(db, actor, act, correct, now);
	return isTooMuch ? { outcome: "too-much" } : acted;
}

/** Whether a correction is over what the actor may in 24 hours; the journal tells what they have done. */
async function exceeds(trx: Db, { accountId, role }: Actor, messages: number, now: number): Promise<boolean> {
	if (accountId === null || role === null || mayDo(role, "anyAllowance")) return false;
	const entries = await trx
		.selectFrom("staff_events")
		.select("after")
		.where("actor_id", "=", accountId)
		.where("act", "=", "allowance-corrected")
		.where("at", ">", now - DAY)
		.orderBy("number", "desc")
		// Each is of one message at least.
		.limit(SUPPORT_CORRECTS)
		.execute();
	const done = entries.reduce((sum, { after }) => sum + Number(BY.exec(after ?? "")?.[1] ?? 0), 0);
	return done + Math.abs(messages) > SUPPORT_CORRECTS;
}
