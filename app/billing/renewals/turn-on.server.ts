import type { Client } from "../../accounts/http/request-client.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { readDatabaseTime } from "../../platform/db/database-clock.server.ts";
import { lockRow } from "../../platform/db/lock-row.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { PaymentContext } from "../payments/payment-context.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { readUnfinished } from "../plans/plan-in-force.server.ts";
import { plansOnOffer } from "../plans/plans.server.ts";
import { consentAgainText, recordConsent, renewalTerms } from "./consent.server.ts";
import { beginRenewal } from "./follow-purchase.server.ts";
import { isRenewing, type RenewalRow, renewalOf, savedCardOf, willEndFor } from "./renewal.server.ts";
import { nextCharge } from "./renewal-emails.server.ts";

type Context = Pick<PaymentContext, "gateway" | "renewal"> | null;

/** The terms of turning a renewal on again. */
export type TurnOnOffer = {
	/** The plan as it is sold now: the new consent is to its price. */
	plan: Plan;
	/** The plan in force, where another one is to follow it. */
	replaces: Plan | null;
	/** The title of the saved card. */
	card: string;
	methodId: string;
	/** When the first charge would be made. */
	chargeAt: number;
	/** The end of the paid time. */
	until: number;
	/** The renewal that is off, or that the new one replaces. */
	renewal: RenewalRow;
};

/**
 * @param planKey a plan that costs less than the one in force, at once and by the day, and follows it, from its renewal on: then the
 * renewal may be on, and is replaced. Omitted: the plan in force, whose renewal is off, or ends by its new price
 * @returns undefined where nothing can be turned on: no card, no paid time, or the plan is not sold (any more)
 */
export async function turnOnOffer(
	db: Db,
	context: Context,
	accountId: string,
	now: number,
	planKey?: string,
): Promise<TurnOnOffer | undefined> {
	if (!context || !isRenewing(context.renewal)) return undefined;
	const { gateway, renewal: settings } = context;
	const renewal = await renewalOf(db, accountId);
	const card = await savedCardOf(db, accountId);
	if (!renewal || card?.state !== "active" || card.gateway !== gateway.name) return undefined;
	const unfinished = await readUnfinished(db, accountId, now);
	const last = unfinished.at(-1);
	if (!last || unfinished.some(({ plan_key }) => plan_key !== last.plan_key)) return undefined;
	const plan = (settings.plans ?? plansOnOffer()).find(({ key }) => key === (planKey ?? last.plan_key));
	if (!plan?.days || plan.price === 0) return undefined;
	const inForce: Plan = JSON.parse(last.plan);
	const replaces = plan.key === last.plan_key ? null : inForce;
	if (replaces && !costsLess(plan, replaces)) return undefined;
	// A renewal whose charge is at the bank, or was refused by it, keeps its plan until that is over.
	const isOther = replaces !== null && renewal.plan_key !== plan.key;
	const isAnew = replaces === null && willEndFor(renewal, settings) === "price";
	if (renewal.state !== "off" && !(renewal.state === "on" && (isOther || isAnew))) return undefined;
	const until = Math.max(...unfinished.map(({ ends_at }) => ends_at));
	const chargeAt = nextCharge(settings, until, now);
	return { plan, replaces, card: card.title, methodId: card.id, chargeAt, until, renewal };
}

/** At once and by the day; exactly. */
const costsLess = (a: Plan, b: Plan): boolean =>
	a.price < b.price && BigInt(a.price) * BigInt(b.days ?? 1) < BigInt(b.price) * BigInt(a.days ?? 1);

/** The form: `terms` are those that stood beside its box (`renewalTerms`). */
type TurnOnForm = {
	terms: string;
	offerVersion: string | null;
	client: Client;
	planKey?: string | undefined;
};

/**
 * «Включить снова», or a cheaper plan from the next period on: a new consent turns the renewal on, from the saved card;
 * nothing is charged now.
 * @returns `impossible`: see `turnOnOffer`; `other-terms`: they have changed since, and nothing was agreed to
 */
export async function turnOnRenewal(
	db: Db,
	context: Context,
	accountId: string,
	{ terms, offerVersion, client, planKey }: TurnOnForm,
	at?: number,
): Promise<{ outcome: "on" | "impossible" | "other-terms" }> {
	const now = at ?? (await readDatabaseTime(db));
	return transact(db, async (trx) => {
		const account = await lockRow(trx, "accounts", accountId);
		const offer = await turnOnOffer(trx, context, accountId, now, planKey);
		if (!offer || account?.state !== "active") return { outcome: "impossible" };
		const { plan, renewal, methodId, until } = offer;
		if (terms !== renewalTerms(plan)) return { outcome: "other-terms" };
		const text = consentAgainText(plan);
		const consentId = await recordConsent(trx, accountId, { plan, text, offerVersion, client }, now);
		const receiptEmail = renewal.receipt_email;
		await beginRenewal(trx, { accountId, consentId, methodId, plan, receiptEmail, until }, renewal, now);
		return { outcome: "on" };
	});
}
