import { post } from "../../mail/outbox.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import type { PurchaseRow } from "../payments/order-of.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import { beginPeriod } from "./follow-purchase.server.ts";
import { changedTerms, changeRenewal, endsBefore, type RenewalRow, savedCardOf } from "./renewal.server.ts";
import {
	chargedEmail,
	endedByFailureEmail,
	failedEmail,
	nextCharge,
	pausedEmail,
} from "./renewal-emails.server.ts";
import { attemptTimes, chargeTime, earliestSending, MAX_ATTEMPTS } from "./renewal-times.server.ts";
import { decideOnRetry } from "./retry-decision.server.ts";
import { forgetCard } from "./saved-cards.server.ts";
import { turnOff } from "./turn-off.server.ts";

/**
 * The renewal that waits for this charge, with the account locked. Undefined: it was turned off or replaced meanwhile,
 * so the money goes back in full.
 */
export async function renewalOfCharge(
	trx: Db,
	purchase: Pick<PurchaseRow, "id" | "renewal_id">,
): Promise<RenewalRow | undefined> {
	return trx
		.selectFrom("renewals")
		.selectAll()
		.where("id", "=", purchase.renewal_id)
		.where("purchase_id", "=", purchase.id)
		.where("state", "=", "charging")
		.executeTakeFirst();
}

/** The earliest moment at which a charge can have been sent, by this database or by the one that it is a copy of. */
export async function sendingsSince(
	db: Db,
	{ id, renewal_id, created_at }: Pick<PurchaseRow, "id" | "renewal_id" | "created_at">,
): Promise<number> {
	const renewal = await db
		.selectFrom("renewals")
		.select(["paid_until", "attempt"])
		.where("id", "=", renewal_id)
		.where("purchase_id", "=", id)
		.executeTakeFirst();
	if (!renewal) return created_at;
	return Math.min(created_at, earliestSending(renewal.paid_until, renewal.attempt));
}

/** Whether the time of a charge is over, and its renewal about to end it. */
export async function isGivenUp(
	db: Db,
	{ id, renewal_id }: Pick<PurchaseRow, "id" | "renewal_id">,
	now: number,
): Promise<boolean> {
	const over = await db
		.selectFrom("renewals")
		.select("id")
		.where("id", "=", renewal_id)
		.where("purchase_id", "=", id)
		.where("state", "=", "charging")
		.where("next_at", "<=", now)
		.executeTakeFirst();
	return over !== undefined;
}

/** A charge has succeeded and its plan is granted: the next period begins, and the person is told. */
export async function chargeSucceeded(
	trx: Db,
	context: PaymentContext,
	renewal: RenewalRow,
	{ purchase, until, email }: { purchase: PurchaseRow; until: number; email: string },
	now: number,
): Promise<void> {
	await beginPeriod(trx, renewal, until, now);
	const card = await savedCardOf(trx, renewal.account_id);
	const receipt = context.makesReceipts ? purchase.receipt_email : null;
	const { id, amount } = purchase;
	const endsBy = context.renewal
		? endsBefore(renewal, context.renewal, nextCharge(context.sender, until, now))
		: changedTerms(renewal, null);
	const charged = { id, amount, paidAt: now, until, receipt, card: card?.title ?? null, endsBy };
	await post(trx, context.sender.mailer, chargedEmail(context.sender, email, renewal, charged), now);
}

/**
 * A charge has ended without money: another attempt, another card, or the end; in the transaction that ends the
 * purchase, with the account locked before it. Nothing when the renewal does not wait for it any more.
 */
export async function chargeFailed(
	trx: Db,
	context: PaymentContext,
	purchase: PurchaseRow,
	reason: string | null,
	now: number,
): Promise<void> {
	const account = await lockRow(trx, "accounts", purchase.account_id);
	const renewal = await renewalOfCharge(trx, purchase);
	if (!renewal) return;
	const card = await savedCardOf(trx, renewal.account_id);
	const write = async (email: Parameters<typeof post>[2]) => {
		if (account?.email) await post(trx, context.sender.mailer, email, now);
	};
	const { sender } = context;
	const to = account?.email ?? null;
	const about = { card: card?.title ?? null, reason, amount: purchase.amount, at: now };
	const declines = renewal.declines + (reason === "general_decline" ? 1 : 0);
	switch (decideOnRetry(reason, renewal.declines)) {
		case "retry": {
			const times = attemptTimes(renewal.paid_until, renewal.charge_at ?? now);
			const next = renewal.attempt < MAX_ATTEMPTS ? times[renewal.attempt] : undefined;
			if (next === undefined) break;
			const nextAt = chargeTime(Math.max(next, now), context.renewal?.timeZone ?? sender.timeZone);
			await changeRenewal(trx, renewal, { state: "retrying", reason, declines, next_at: nextAt }, now);
			return write(
				failedEmail(sender, to, renewal, { ...about, nextAt, lastAt: times[MAX_ATTEMPTS - 1] ?? nextAt }),
			);
		}
		case "another-card":
			await changeRenewal(trx, renewal, { state: "paused", reason, declines, next_at: null }, now);
			await trx
				.updateTable("payment_methods")
				.set({ state: "refused" })
				.where("account_id", "=", renewal.account_id)
				.execute();
			return write(pausedEmail(sender, to, renewal, about));
		case "revoked":
			await turnOff(trx, renewal, "revoked", now);
			await forgetCard(trx, renewal.account_id);
			return write(endedByFailureEmail(sender, to, renewal, about));
		case "end":
			break;
	}
	await turnOff(trx, renewal, "failed", now);
	return write(endedByFailureEmail(sender, to, renewal, about));
}
