import type { Selectable } from "kysely";
import { withdrawEmail } from "../../mail/outbox.server.ts";
import { isoDayIn } from "../../platform/dates/day-boundaries.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import type { PaymentMethodsTable, RenewalsTable } from "../../platform/db/tables/billing.ts";
import type { AnnouncedPrice, ListedPlan, Plan } from "../plans/plan.server.ts";
import { announcedPrice, plansOnOffer } from "../plans/plans.server.ts";
import { TOLD_BEFORE } from "./renewal-times.server.ts";

export type RenewalRow = Selectable<RenewalsTable>;

/**
 * The dependencies of renewals besides the rest of `PaymentContext`; present only where the operator has switched
 * renewals on.
 */
export type RenewalSettings = {
	/** Encrypts the gateway's ids of saved cards. */
	sealKey: Buffer;
	/** The operator's zone, in whose day charges are made. */
	timeZone: string;
	/** Whether there is a model to pay for; without one agreements are kept, and nothing is told or charged. */
	hasModel(): boolean;
	/** The plans on sale now, with prices to come; the catalogue unless a test replaces it. */
	plans?: readonly ListedPlan[];
};

/** Why a renewal is off; the screens and e-mails have the words. */
export type WhyOff =
	| "person"
	| "card-deleted"
	| "refund"
	| "account"
	| "plan-changed"
	| "plan-gone"
	| "price"
	| "failed"
	| "revoked"
	| "no-notice"
	| "staff";

/** The renewal of an account, in whatever state; undefined when nothing was ever agreed to. */
export const renewalOf = (db: Db, accountId: string): Promise<RenewalRow | undefined> =>
	db.selectFrom("renewals").selectAll().where("account_id", "=", accountId).executeTakeFirst();

/**
 * Whether the e-mail about the charge was not sent in time, and another day was told or is being told. A charge is told
 * of days before the end of the paid time, and made before that end; one that was told late because the renewal began
 * late is made within five days of its beginning.
 */
export const isPostponed = ({
	state,
	charge_at: chargeAt,
	paid_until: paidUntil,
	created_at: createdAt,
}: RenewalRow): boolean =>
	state === "on" && chargeAt !== null && chargeAt >= paidUntil && chargeAt >= createdAt + TOLD_BEFORE;

/**
 * The end of the paid time to tell of. The row of a paused renewal may be from before a purchase by hand moved it along.
 * @param ends those of the subscriptions that are not over
 */
export const toldUntil = (
	{ state, paid_until: paidUntil }: Pick<RenewalRow, "state" | "paid_until">,
	ends: readonly number[],
): number => (state === "paused" ? Math.max(paidUntil, ...ends) : paidUntil);

/** Whether a charge is still to come or on its way. */
export const isActive = ({ state }: Pick<RenewalRow, "state">): boolean =>
	state === "on" || state === "charging" || state === "retrying";

/** Whether the paid time has ended: a charge is tried again for days after it. */
export const isOver = ({ paid_until }: Pick<RenewalRow, "paid_until">, at: number): boolean =>
	paid_until <= at;

/**
 * Whether charges are told of and made now: renewals are switched on, and there is a model to pay for.
 * @param settings null: they are switched off
 */
export const isRenewing = (settings: RenewalSettings | null | undefined): settings is RenewalSettings =>
	settings?.hasModel() === true;

/**
 * What has become of the agreed plan in the catalogue, so that the next step turns the renewal off: its price is higher
 * or its period another one, or it is not sold any more. Null: it is charged for, at its price or a lower one.
 */
export function changedTerms(
	{ plan }: Pick<RenewalRow, "plan">,
	settings: Pick<RenewalSettings, "plans"> | null | undefined,
): "price" | "plan-gone" | null {
	const agreed: Plan = JSON.parse(plan);
	const current = (settings?.plans ?? plansOnOffer()).find(({ key }) => key === agreed.key);
	if (!current || current.price === 0) return "plan-gone";
	return current.price > agreed.price || current.days !== agreed.days ? "price" : null;
}

/** A higher price than was agreed to, which is announced and counts by the day of a charge; null: there is none. */
export function priceToCome(
	{ plan }: Pick<RenewalRow, "plan">,
	settings: Pick<RenewalSettings, "plans" | "timeZone">,
	chargeAt: number,
): AnnouncedPrice | null {
	const agreed: Plan = JSON.parse(plan);
	const next = settings.plans
		? settings.plans.find(({ key }) => key === agreed.key)?.next
		: announcedPrice(agreed.key);
	return next && next.price > agreed.price && next.from <= isoDayIn(chargeAt, settings.timeZone)
		? next
		: null;
}

/** What ends a renewal before its next charge, for screens and e-mails; `price-soon`: a price that is announced. */
export const endsBefore = (
	renewal: Pick<RenewalRow, "plan">,
	settings: Pick<RenewalSettings, "plans" | "timeZone">,
	chargeAt: number,
): "price" | "price-soon" | "plan-gone" | null =>
	changedTerms(renewal, settings) ?? (priceToCome(renewal, settings, chargeAt) ? "price-soon" : null);

/**
 * `changedTerms` of a renewal that still waits for its step. A charge that is on its way was claimed by the terms of then.
 */
export const willEndFor = (
	renewal: Pick<RenewalRow, "state" | "plan">,
	settings: Pick<RenewalSettings, "plans"> | null | undefined,
): "price" | "plan-gone" | null =>
	renewal.state === "on" || renewal.state === "retrying" ? changedTerms(renewal, settings) : null;

/**
 * Whether the plan of an account will be charged for again by itself, so that screens and e-mails may say so.
 * @param settings null: renewals are switched off
 */
export const willCharge = (
	renewal: RenewalRow | undefined,
	settings: RenewalSettings | null,
): renewal is RenewalRow => renewsHere(renewal, settings) && willEndFor(renewal, settings) === null;

/**
 * Whether a renewal is in force here, and is ended by what ends one: with renewals switched off, or no model, agreements
 * are kept, and nothing is charged.
 * @param settings null: they are switched off
 */
export const renewsHere = (
	renewal: RenewalRow | undefined,
	settings: RenewalSettings | null,
): renewal is RenewalRow => isRenewing(settings) && renewal !== undefined && isActive(renewal);

/**
 * Whether the gateway has a payment for the charge that a renewal waits for: it may still succeed, whatever has been
 * switched off here meanwhile.
 */
export async function isChargeOpen(
	db: Db,
	renewal: Pick<RenewalRow, "state" | "purchase_id"> | undefined,
): Promise<boolean> {
	if (renewal?.state !== "charging") return false;
	const open = await db
		.selectFrom("purchases")
		.select("id")
		.where("id", "=", renewal.purchase_id)
		.where("state", "in", ["started", "waiting"])
		.where("gateway_id", "is not", null)
		.executeTakeFirst();
	return open !== undefined;
}

/** The saved card of an account, without what can charge it. */
export const savedCardOf = (
	db: Db,
	accountId: string,
): Promise<
	Pick<Selectable<PaymentMethodsTable>, "id" | "title" | "expires_at" | "state" | "gateway"> | undefined
> =>
	db
		.selectFrom("payment_methods")
		.select(["id", "title", "expires_at", "state", "gateway"])
		.where("account_id", "=", accountId)
		.executeTakeFirst();

/**
 * What ends with an account, whether or not anything is charged here now: its renewal, its saved card, or both; null:
 * there is neither.
 */
export async function endsWithAccount(
	db: Db,
	accountId: string,
): Promise<"renewalAndCard" | "renewal" | "card" | null> {
	const renewal = await renewalOf(db, accountId);
	const card = await savedCardOf(db, accountId);
	if (renewal && renewal.state !== "off") return card ? "renewalAndCard" : "renewal";
	return card ? "card" : null;
}

/**
 * Changes a renewal, in a transaction that has locked the account.
 * @param set null in `next_at`: nothing more is to be done
 */
export async function changeRenewal(
	trx: Db,
	{ id }: Pick<RenewalRow, "id">,
	set: Partial<Omit<RenewalRow, "id" | "account_id" | "created_at">>,
	now: number,
): Promise<void> {
	await trx
		.updateTable("renewals")
		.set({ ...set, changed_at: now })
		.where("id", "=", id)
		.execute();
}

/** Takes back the e-mail about a charge that will not be made, if it has not been sent. */
export async function withdrawNotice(trx: Db, { notice_id }: Pick<RenewalRow, "notice_id">): Promise<void> {
	if (notice_id !== null) await withdrawEmail(trx, notice_id);
}

/** The state at the beginning of a period: nothing announced, nothing charged. */
export const FRESH_PERIOD = {
	state: "on",
	reason: null,
	attempt: 0,
	declines: 0,
	charge_at: null,
	charge_amount: null,
	notice_id: null,
	told_at: null,
	purchase_id: null,
} as const;
