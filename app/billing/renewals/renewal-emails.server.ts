import type { Email } from "../../mail/email.ts";
import { dayIn } from "../../platform/dates/dates-in-texts.server.ts";
import { momentOf } from "../../platform/dates/moment-of.server.ts";
import { factsOfPayment, layOutBillingEmail, type Sender, t } from "../emails.server.ts";
import { refusalWords } from "../payments/refusal.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { rubles } from "../rubles.server.ts";
import { translate } from "../texts.server.ts";
import { isOver, type RenewalRow, type WhyOff } from "./renewal.server.ts";
import { chargeTimeTold, nextNoticeTime } from "./renewal-times.server.ts";

type To = string | null;
const planOf = ({ plan }: Pick<RenewalRow, "plan">): Plan => JSON.parse(plan);
const cardName = (card: string | null) => card ?? t("renewal.someCard");

/** The address that shows the button «Не продлевать», without signing in. */
const stopPath = (token: string) => `/payment/renewal/stop?token=${token}`;

/** A charge that is to come. @property until the end of the time that it pays for */
type Soon = { chargeAt: number; until: number; plan: Plan; card: string; token: string };

/** Tells of a charge before it: day, sum, card, and the button that turns it off. */
export function soonEmail(sender: Sender, to: To, { chargeAt, until, plan, card, token }: Soon): Email {
	const values = {
		plan: plan.title,
		amount: rubles(plan.price),
		day: dayIn(sender.timeZone, chargeAt),
		days: translate("days", { count: plan.days ?? 0 }),
		link: `${sender.appUrl}/payment`,
	};
	return layOutBillingEmail(sender, to, {
		kind: "renewal-soon",
		subject: t("renewal.soon.subject", values),
		blocks: [
			t("renewal.soon.text", values),
			{
				facts: [
					[t("renewal.facts.amount"), values.amount],
					[t("renewal.facts.day"), values.day],
					[t("renewal.facts.card"), card],
					[t("renewal.facts.until"), dayIn(sender.timeZone, until)],
				],
			},
			t("renewal.soon.nothing", values),
		],
		button: { label: t("renewal.stop"), path: stopPath(token) },
	});
}

/** A charge that was paid. @property receipt its recipient; null when none is made */
type Charged = {
	id: string;
	amount: number;
	paidAt: number;
	until: number;
	receipt: string | null;
	card: string | null;
	/** What has become of the agreed terms, or will before the next charge, which ends the renewal; null: nothing. */
	endsBy: "price" | "price-soon" | "plan-gone" | null;
};

/** Tells of a charge after it, with all that the payer may be asked for about it, and of the next. */
export function chargedEmail(sender: Sender, to: To, renewal: RenewalRow, charged: Charged): Email {
	const plan = planOf(renewal);
	const until = dayIn(sender.timeZone, charged.until);
	const values = { plan: plan.title, amount: rubles(charged.amount), until };
	const nextAt = nextCharge(sender, charged.until, charged.paidAt);
	const next = { amount: rubles(plan.price), day: dayIn(sender.timeZone, nextAt) };
	const payment = { ...charged, method: cardName(charged.card), receiptEmail: charged.receipt };
	return layOutBillingEmail(sender, to, {
		kind: "renewal-charged",
		subject: t("renewal.charged.subject", values),
		blocks: [
			t("renewal.charged.text", values),
			{
				facts: [
					...factsOfPayment(sender, payment),
					...(charged.endsBy
						? []
						: [[t("renewal.facts.next"), t("renewal.facts.nextOf", next)] as [string, string]]),
				],
			},
			charged.endsBy
				? t(`paid.endsBy.${charged.endsBy}`, { until, link: `${sender.appUrl}/payment/renewal` })
				: t("renewal.charged.later"),
		],
		// Among the facts already.
		signature: [],
	});
}

/** When the next charge will be, of which nothing is told yet, if its e-mail is sent in time. */
export const nextCharge = ({ timeZone }: Pick<Sender, "timeZone">, paidUntil: number, now: number): number =>
	chargeTimeTold(paidUntil, nextNoticeTime(paidUntil, now), timeZone);

/** When the next charge of a renewal will be: at the time that was told, or else as `nextCharge` says. */
export const nextChargeOf = (
	sender: Pick<Sender, "timeZone">,
	renewal: Pick<RenewalRow, "charge_at" | "paid_until">,
	now: number,
): number => renewal.charge_at ?? nextCharge(sender, renewal.paid_until, now);

/** A refused charge. @property amount in kopecks @property at when it was refused, or given up */
type Refused = { card: string | null; reason: string | null; amount: number; at: number };

const OWN_REASONS = ["no-answer", "no-model", "misconfigured", "made-before", "permission_revoked"] as const;

/** The words of a reason: the bank's, or the end of an attempt that the bank has not refused. */
function reasonIn(reason: string | null): string {
	const own = OWN_REASONS.find((one) => one === reason);
	return own ? t(`renewal.notRefused.${own}`) : t(`renewal.reasons.${refusalWords(reason)}`);
}

const refusedValues = (sender: Sender, renewal: RenewalRow, { reason, amount }: Refused) => ({
	plan: planOf(renewal).title,
	amount: rubles(amount),
	reason: reasonIn(reason),
	until: dayIn(sender.timeZone, renewal.paid_until),
});

/** A charge was refused, and is tried again. */
export function failedEmail(
	sender: Sender,
	to: To,
	renewal: RenewalRow,
	refused: Refused & { nextAt: number; lastAt: number },
): Email {
	const day = dayIn(sender.timeZone, refused.nextAt);
	const last = dayIn(sender.timeZone, refused.lastAt);
	const values = { ...refusedValues(sender, renewal, refused), day };
	// A late one may fall on the day of the last, or after it.
	const isLast = refused.nextAt >= refused.lastAt || day === last;
	return layOutBillingEmail(sender, to, {
		kind: "renewal-failed",
		subject: t("renewal.failed.subject", values),
		blocks: [
			t("renewal.failed.text", values),
			{
				facts: [
					[t("renewal.facts.card"), cardName(refused.card)],
					...(isLast ? [] : ([[t("renewal.facts.nextAttempt"), day]] as [string, string][])),
					[t("renewal.facts.lastAttempt"), isLast ? day : last],
				],
			},
			t(isOver(renewal, refused.at) ? "renewal.failed.isOver" : "renewal.failed.until", values),
		],
		button: { label: t("renewal.failed.button"), path: "/payment#renewal" },
	});
}

/** A charge was refused, and only another card helps. */
export function pausedEmail(sender: Sender, to: To, renewal: RenewalRow, refused: Refused): Email {
	const values = refusedValues(sender, renewal, refused);
	return layOutBillingEmail(sender, to, {
		kind: "renewal-paused",
		subject: t("renewal.paused.subject"),
		blocks: [
			t("renewal.paused.text", values),
			{ facts: [[t("renewal.facts.card"), cardName(refused.card)]] },
			t(isOver(renewal, refused.at) ? "renewal.paused.isOver" : "renewal.paused.nothing", values),
		],
		button: { label: t("renewal.paused.button"), path: "/payment/card" },
	});
}

/** No charge was possible, and none is tried any more. */
export function endedByFailureEmail(sender: Sender, to: To, renewal: RenewalRow, refused: Refused): Email {
	const values = refusedValues(sender, renewal, refused);
	return layOutBillingEmail(sender, to, {
		kind: "renewal-ended",
		subject: t("renewal.ended.subject"),
		blocks: [
			t("renewal.ended.text", values),
			...(refused.reason === "permission_revoked" ? [t("renewal.cardDeleted")] : []),
			t(isOver(renewal, refused.at) ? "renewal.ended.isOver" : "renewal.ended.stays", values),
		],
		button: { label: t("renewal.ended.button", values), path: `/payment?plan=${renewal.plan_key}` },
	});
}

/** The person has turned it off. @param renewal as it was before @param card that was saved for it */
export function stoppedEmail(
	sender: Sender,
	to: To,
	renewal: RenewalRow,
	card: { title: string; isDeleted: boolean } | null,
	at: number,
): Email {
	const values = {
		plan: planOf(renewal).title,
		until: dayIn(sender.timeZone, renewal.paid_until),
		moment: momentOf(sender.timeZone, at),
		link: `${sender.appUrl}/change-password`,
	};
	return layOutBillingEmail(sender, to, {
		kind: "renewal-stopped",
		subject: t("renewal.stopped.subject", values),
		blocks: [
			t("renewal.stopped.text", values),
			...(card ? [{ facts: [[t("renewal.facts.card"), card.title] as [string, string]] }] : []),
			...(card?.isDeleted ? [t("renewal.cardDeleted")] : []),
			...(renewal.state === "charging" ? [t("renewal.stopped.charging")] : []),
			t(isOver(renewal, at) ? "renewal.stopped.isOver" : "renewal.stopped.until", values),
			t("renewal.stopped.notYou", values),
		],
	});
}

const TOLD_WHY = ["price", "plan-gone", "no-notice", "staff"] as const;

/** It was turned off by the operator, or by what has become of the plan or of the paid time. */
export function endedByUsEmail(sender: Sender, to: To, renewal: RenewalRow, why: WhyOff): Email {
	const values = { plan: planOf(renewal).title };
	const known = TOLD_WHY.find((one) => one === why) ?? "plan-changed";
	return layOutBillingEmail(sender, to, {
		kind: "renewal-off",
		subject: t("renewal.stopped.subject", values),
		blocks: [
			t(`renewal.endedByUs.${known}`, values),
			...(renewal.state === "charging" ? [t("renewal.stopped.charging")] : []),
			t("renewal.endedByUs.stays"),
		],
	});
}

/** The saved card ends soon. */
export function cardExpiringEmail(
	sender: Sender,
	to: To,
	renewal: RenewalRow,
	{ title, expiresAt }: { title: string; expiresAt: number },
	now: number,
): Email {
	const values = { card: title, expires: dayIn(sender.timeZone, expiresAt) };
	const plan = planOf(renewal);
	const day = dayIn(sender.timeZone, nextChargeOf(sender, renewal, now));
	return layOutBillingEmail(sender, to, {
		kind: "card-expiring",
		subject: t("renewal.expiring.subject", values),
		blocks: [
			t("renewal.expiring.text", values),
			{
				facts: [
					[t("renewal.facts.charge"), t("renewal.facts.nextOf", { amount: rubles(plan.price), day })],
					[t("renewal.facts.paidUntil"), dayIn(sender.timeZone, renewal.paid_until)],
				],
			},
			t("renewal.expiring.nothing"),
		],
		button: { label: t("renewal.expiring.button"), path: "/payment/card" },
	});
}
