import { hashOfToken, newToken } from "../../accounts/tokens/secrets.server.ts";
import { post, sentAt } from "../../mail/outbox.server.ts";
import { DAY, startOfIsoDay } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { enqueue } from "../../platform/jobs/enqueue.server.ts";
import { createAtGateway } from "../payments/create-at-gateway.server.ts";
import { CHECK_PAYMENT, type PaymentContext } from "../payments/payment-context.server.ts";
import { repeatAt } from "../payments/retry-schedule.server.ts";
import { settlePayment } from "../payments/settle-payment.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { readUnfinished, type Unfinished } from "../plans/plan-in-force.server.ts";
import { plansOnOffer } from "../plans/plans.server.ts";
import { chargeId } from "./charge-id.server.ts";
import { beginPeriod } from "./follow-purchase.server.ts";
import {
	changedTerms,
	changeRenewal,
	isOver,
	isRenewing,
	priceToCome,
	type RenewalRow,
	type RenewalSettings,
	type WhyOff,
	withdrawNotice,
} from "./renewal.server.ts";
import { endedByFailureEmail, endedByUsEmail, soonEmail } from "./renewal-emails.server.ts";
import {
	chargeTime,
	chargeTimeTold,
	LATE_MS,
	NOTICE_MS,
	periodOver,
	STOP_LINK_MS,
	UNTOLD_MS,
} from "./renewal-times.server.ts";
import { forgetCard } from "./saved-cards.server.ts";
import { turnOff } from "./turn-off.server.ts";

const HOUR = 3_600_000;

type Context = PaymentContext & { renewal: RenewalSettings };
/** A renewal whose time has come, with what was read under the account's lock. */
type Due = {
	trx: Db;
	context: Context;
	renewal: RenewalRow;
	email: string;
	card: { title: string };
	now: number;
};

/**
 * Does the next step of a renewal: tells of a charge, makes sure that this was sent in time, charges, tries again. One
 * transaction under the account's lock claims the step; of several servers one does it. A charge is sent after it, by
 * the key of its attempt, and repeated by the job of its purchase after a crash.
 */
export async function advanceRenewal(db: Db, context: Context, id: string, now: number): Promise<void> {
	// The model may have been taken away since the round began.
	if (!isRenewing(context.renewal)) return;
	const charged = await transact(db, (trx) => step(trx, context, id, now));
	if (!charged) return;
	const row = await db.selectFrom("purchases").selectAll().where("id", "=", charged).executeTakeFirst();
	if (row?.state !== "started") return;
	await createAtGateway(db, context, row, now);
	await settlePayment(db, context, charged, now);
}

/** @returns the id of the purchase to send */
async function step(trx: Db, context: Context, id: string, now: number): Promise<string | undefined> {
	const found = await trx.selectFrom("renewals").selectAll().where("id", "=", id).executeTakeFirst();
	if (!found) return;
	const account = await lockRow(trx, "accounts", found.account_id);
	// Read again: it may have changed before the lock was acquired.
	const renewal = await trx.selectFrom("renewals").selectAll().where("id", "=", id).executeTakeFirst();
	if (!renewal || renewal.state === "off" || renewal.next_at === null || renewal.next_at > now) return;
	if (account?.state !== "active" || !account.email) {
		await forgetCard(trx, renewal.account_id);
		await turnOff(trx, renewal, "account", now);
		return;
	}
	const card = await trx
		.selectFrom("payment_methods")
		.select(["title", "gateway"])
		.where("id", "=", renewal.method_id)
		.executeTakeFirst();
	if (!card) {
		await turnOff(trx, renewal, "card-deleted", now);
		return;
	}
	// The card is from before the settings were changed: it cannot be charged here.
	if (card.gateway !== context.gateway.name) {
		await changeRenewal(trx, renewal, { next_at: now + HOUR }, now);
		return;
	}
	const due: Due = { trx, context, renewal, email: account.email, card, now };
	if (renewal.state === "charging") return giveUp(due);
	if (await isStale(due)) return;
	if (renewal.state === "retrying") return retry(due);
	if (renewal.notice_id === null) return announce(due);
	return renewal.told_at === null ? checkNotice(due) : charge(due, 1);
}

/**
 * No end for days: the job of the payment goes on asking, and money that comes is refunded. The reason of a charge
 * without a payment at the gateway says what has kept it from being sent, where something has.
 */
async function giveUp(due: Due): Promise<undefined> {
	const { trx, context, renewal } = due;
	const unsent = await trx
		.selectFrom("purchases")
		.select("reason")
		.where("id", "=", renewal.purchase_id)
		.where("state", "=", "started")
		.where("gateway_id", "is", null)
		.executeTakeFirst();
	const reason = unsent?.reason ?? "no-answer";
	context.log.error("Списание не прояснилось за шесть суток, автопродление выключено", {
		purchase: renewal.purchase_id,
		reason,
	});
	return endFailed(due, reason);
}

/** Nothing could be charged, and nothing is tried any more: turns it off, and tells of it. */
async function endFailed(
	{ trx, context, renewal, email, card, now }: Due,
	reason: string | null,
): Promise<undefined> {
	await turnOff(trx, renewal, "failed", now);
	const about = { card: card.title, reason, amount: renewal.charge_amount ?? 0, at: now };
	await post(trx, context.sender.mailer, endedByFailureEmail(context.sender, email, renewal, about), now);
}

/** Whether the paid time or the plan is not what was agreed to: then it waits for the new end, or is off. */
async function isStale(due: Due): Promise<boolean> {
	const { trx, context, renewal, now } = due;
	const unfinished = await readUnfinished(trx, renewal.account_id, now);
	const end = Math.max(0, ...unfinished.map(({ ends_at }) => ends_at));
	// A plan that was in force before is the one that the agreed plan follows.
	const isOther = ({ plan_key, created_at }: Unfinished) =>
		plan_key !== renewal.plan_key && Number(created_at) >= renewal.created_at;
	if (unfinished.some(isOther)) return endBecause(due, "plan-changed");
	// Taken back by the operator.
	if (end < renewal.paid_until && !isOver(renewal, now)) return endBecause(due, "plan-changed");
	if (end > renewal.paid_until) {
		await beginPeriod(trx, renewal, end, now);
		return true;
	}
	const changed = changedTerms(renewal, context.renewal);
	return changed === null ? false : endBecause(due, changed);
}

/** Turns it off, and tells why. */
async function endBecause({ trx, context, renewal, email, now }: Due, why: WhyOff): Promise<true> {
	await turnOff(trx, renewal, why, now);
	await post(trx, context.sender.mailer, endedByUsEmail(context.sender, email, renewal, why), now);
	return true;
}

/** The plan to charge for: the agreed plan, for its price or a lower one that holds now. */
function planToCharge({ context, renewal }: Due): Plan {
	const agreed: Plan = JSON.parse(renewal.plan);
	const current = (context.renewal.plans ?? plansOnOffer()).find(({ key }) => key === agreed.key);
	return { ...agreed, price: Math.min(agreed.price, current?.price ?? agreed.price) };
}

/** Tells of the next charge: day, sum, and a link that turns it off. */
async function announce(due: Due): Promise<undefined> {
	const { trx, context, renewal, email, card, now } = due;
	// Nobody could be told for a month after the end: no one expects a charge any more.
	if (now > renewal.paid_until + UNTOLD_MS) {
		await endBecause(due, "no-notice");
		return undefined;
	}
	const { timeZone } = context.renewal;
	const chargeAt = chargeTimeTold(renewal.paid_until, now, timeZone);
	const dearer = priceToCome(renewal, context.renewal, chargeAt);
	if (dearer) {
		// It would be told of a charge that is not made: once the new price counts, it ends by it, and tells that.
		const next_at = startOfIsoDay(dearer.from, timeZone) ?? chargeAt;
		await changeRenewal(trx, renewal, { next_at }, now);
		return undefined;
	}
	const plan = planToCharge(due);
	const token = newToken();
	const until = Math.max(renewal.paid_until, chargeAt) + (plan.days ?? 0) * DAY;
	const soon = { chargeAt, until, plan, card: card.title, token };
	const noticeId = await post(trx, context.sender.mailer, soonEmail(context.sender, email, soon), now);
	await changeRenewal(
		trx,
		renewal,
		{
			charge_at: chargeAt,
			charge_amount: plan.price,
			notice_id: noticeId,
			told_at: null,
			next_at: chargeAt - NOTICE_MS,
			stop_token_hash: hashOfToken(token),
			stop_token_until: now + STOP_LINK_MS,
		},
		now,
	);
	return undefined;
}

/** Three days before the charge: an e-mail that was not sent by then postpones it, and is replaced by another. */
async function checkNotice({ trx, renewal, now }: Due): Promise<undefined> {
	const { notice_id: noticeId, charge_at: chargeAt } = renewal;
	const toldAt = noticeId === null ? null : await sentAt(trx, noticeId);
	if (toldAt !== null && chargeAt !== null && toldAt <= chargeAt - NOTICE_MS)
		await changeRenewal(trx, renewal, { told_at: toldAt, next_at: chargeAt }, now);
	else await postpone(trx, renewal, now);
	return undefined;
}

/** The day that was told is withdrawn; another one is told at the next step. */
async function postpone(trx: Db, renewal: RenewalRow, now: number): Promise<void> {
	await withdrawNotice(trx, renewal);
	await changeRenewal(
		trx,
		renewal,
		{ state: "on", charge_at: null, charge_amount: null, notice_id: null, told_at: null, next_at: now },
		now,
	);
}

async function retry(due: Due): Promise<string | undefined> {
	const { renewal, now } = due;
	if (now < periodOver(renewal.paid_until, renewal.charge_at ?? renewal.paid_until))
		return charge(due, renewal.attempt + 1);
	// The servers were down over the last attempt.
	return endFailed(due, renewal.reason);
}

/** Claims an attempt: the purchase and its job are written, the caller sends it. */
async function charge(due: Due, attempt: number): Promise<string | undefined> {
	const { trx, context, renewal, now } = due;
	const { charge_at: chargeAt, charge_amount: told } = renewal;
	if (chargeAt === null || told === null || (attempt === 1 && now > chargeAt + LATE_MS)) {
		await postpone(trx, renewal, now);
		return;
	}
	const allowed = chargeTime(now, context.renewal.timeZone);
	if (allowed > now) {
		await changeRenewal(trx, renewal, { next_at: allowed }, now);
		return;
	}
	const onSale = planToCharge(due);
	// Never more than was told.
	const plan = { ...onSale, price: Math.min(onSale.price, told) };
	const id = chargeId(renewal.id, renewal.paid_until, attempt);
	const check_at = repeatAt(now);
	const consent = await trx
		.selectFrom("renewal_consents")
		.select("offer_version")
		.where("id", "=", renewal.consent_id)
		.executeTakeFirst();
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto("purchases")
		.values({
			id,
			kind: "renewal",
			renewal_id: renewal.id,
			account_id: renewal.account_id,
			plan_key: plan.key,
			plan: JSON.stringify(plan),
			amount: plan.price,
			receipt_email: renewal.receipt_email,
			offer_version: consent?.offer_version ?? null,
			gateway: context.gateway.name,
			state: "started",
			check_at,
			created_at: now,
		})
		.onConflict((conflict) => conflict.column("id").doNothing())
		.executeTakeFirst();
	// An attempt is made once, whatever has become of it.
	if (!numInsertedOrUpdatedRows) {
		context.log.error("Попытка списания уже была, автопродление выключено", { purchase: id });
		return endFailed(due, "made-before");
	}
	await changeRenewal(
		trx,
		renewal,
		{ state: "charging", attempt, purchase_id: id, next_at: periodOver(renewal.paid_until, chargeAt) },
		now,
	);
	await enqueue(trx, [{ kind: CHECK_PAYMENT, key: id, dueAt: check_at }]);
	return id;
}
