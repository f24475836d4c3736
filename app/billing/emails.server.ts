import { createInstance } from "i18next";
import type { AccountSettings } from "../accounts/settings.server.ts";
import { i18nOptions } from "../i18n/options.server.ts";
import billingEmails from "../i18n/ru/billing-emails.ts";
import type { Email } from "../mail/email.ts";
import type { EmailBlock } from "../mail/email-parts.ts";
import { layOutEmail } from "../mail/lay-out-email.server.ts";
import { dayIn } from "../platform/dates/dates-in-texts.server.ts";
import { dayNumber } from "../platform/dates/day-boundaries.server.ts";
import { momentOf } from "../platform/dates/moment-of.server.ts";
import type { Plan } from "./plans/plan.server.ts";
import { rubles, rublesAndKopecks } from "./rubles.server.ts";
import { translate } from "./texts.server.ts";

const i18n = createInstance();
await i18n.init(i18nOptions({ billingEmails }));
/** The words of the e-mails about money. */
export const t = i18n.getFixedT("ru", "billingEmails");

/** The sender of billing e-mails. */
export type Sender = Pick<AccountSettings, "appUrl" | "appName" | "signature" | "timeZone">;

type Paid = {
	/** The purchase's id, by which payer and operator find the payment. */
	id: string;
	plan: Plan;
	/** With which it was bought, and the days that it has added; null: none. */
	promoCode: string | null;
	promoDays: number;
	/** Kopecks. */
	amount: number;
	paidAt: number;
	/** In words; null: not known. */
	method: string | null;
	until: number;
	/** The new subscription begins where the current one of the same plan ends. */
	follows: boolean;
	/** The recipient of the receipt; null when none is made. */
	receiptEmail: string | null;
	/** The next charge, where the plan renews itself: its amount in kopecks, and about when. */
	renews: { amount: number; at: number } | null;
	/** What ends the renewal in force before its next charge: its terms have changed, or will; null: nothing. */
	endsBy?: "price" | "price-soon" | "plan-gone" | null;
	/** The renewal of another plan that the payment has turned off. `charging`: one charge of it is at the bank. */
	ended: { plan: string; charging: boolean } | null;
};

/** Confirms a payment, and what it has granted: all that the payer may be asked for about it. */
export function paidEmail(sender: Sender, to: string | null, paid: Paid): Email {
	const until = dayIn(sender.timeZone, paid.until);
	const plan = paid.plan.title;
	const values = { plan, amount: rubles(paid.amount), until };
	const days = translate("days", { count: (paid.plan.days ?? 0) + paid.promoDays });
	const facts: Fact[] = [
		[t("facts.plan"), t("facts.planOf", { plan, days })],
		...factsOfPayment(sender, paid),
	];
	return layOutBillingEmail(sender, to, {
		kind: "payment-paid",
		subject: t("paid.subject", values),
		blocks: [
			paid.follows ? t("paid.follows", values) : t("paid.text", values),
			{ facts },
			...(paid.ended ? [t("paid.endsRenewal", { ended: paid.ended.plan })] : []),
			...(paid.ended?.charging ? [t("renewal.stopped.charging")] : []),
			renewsText(sender, paid),
		],
		button: { label: t("paid.button"), path: `/payment?show=${paid.id}` },
		// Among the facts already.
		signature: [],
	});
}

type Fact = [name: string, value: string];

/** The part that is the same for every payment. The seller is among it, so the e-mail needs no signature. */
export function factsOfPayment(
	sender: Sender,
	paid: Omit<MessagesPaid, "title" | "messages"> & { promoCode?: string | null },
): Fact[] {
	return [
		[t("facts.until"), dayIn(sender.timeZone, paid.until)],
		[t("facts.amount"), rublesAndKopecks(paid.amount)],
		...(paid.promoCode ? ([[t("facts.promoCode"), paid.promoCode]] as Fact[]) : []),
		...(paid.method ? ([[t("facts.method"), paid.method]] as Fact[]) : []),
		[t("facts.date"), momentOf(sender.timeZone, paid.paidAt)],
		[t("facts.number"), paid.id],
		[
			t("facts.receipt"),
			paid.receiptEmail ? t("facts.receiptTo", { email: paid.receiptEmail }) : t("facts.receiptBySeller"),
		],
		...(sender.signature.length > 0 ? ([[t("facts.seller"), sender.signature.join("\n")]] as Fact[]) : []),
	];
}

type MessagesPaid = Pick<Paid, "id" | "amount" | "paidAt" | "method" | "until" | "receiptEmail"> & {
	title: string;
	messages: number;
};

/** Confirms a payment for messages, and until when they hold. */
export function messagesPaidEmail(sender: Sender, to: string | null, paid: MessagesPaid): Email {
	const values = {
		title: paid.title,
		count: paid.messages,
		amount: rubles(paid.amount),
		until: dayIn(sender.timeZone, paid.until),
	};
	return layOutBillingEmail(sender, to, {
		kind: "payment-paid",
		subject: t("messagesPaid.subject", values),
		blocks: [
			t("messagesPaid.text", values),
			{ facts: [[t("facts.messages"), paid.title], ...factsOfPayment(sender, paid)] },
			t("messagesPaid.order"),
		],
		button: { label: t("paid.button"), path: `/payment?show=${paid.id}` },
		// Among the facts already.
		signature: [],
	});
}

function renewsText({ timeZone, appUrl }: Sender, { renews, endsBy, until }: Paid): string {
	if (renews) return t("paid.renews", { amount: rubles(renews.amount), day: dayIn(timeZone, renews.at) });
	if (!endsBy) return t("paid.oneOff");
	const values = { until: dayIn(timeZone, until), link: `${appUrl}/payment/renewal` };
	return t(`paid.endsBy.${endsBy}`, values);
}

type RefundTold = {
	/** The name of the plan, or of the messages. */
	plan: string;
	isPlan: boolean;
	amount: number;
};

type Refunded = RefundTold & {
	/** In how many days the money arrives. */
	refundDays: number;
	/** The request for it has turned the renewal off, which is off still. */
	endedRenewal: boolean;
	/** The plan that is in force now; `until` null: the free one. */
	now: { title: string; until: number | null };
};

/** Reports a completed refund, and what is left of the plan. @param refund its amount in kopecks */
export function refundedEmail(
	sender: Sender,
	to: string | null,
	{ refundDays, endedRenewal, now, ...refund }: Refunded,
): Email {
	const values = { plan: refund.plan, amount: rubles(refund.amount) };
	return layOutBillingEmail(sender, to, {
		kind: "refunded",
		subject: t("refunded.subject", values),
		blocks: [
			t(refund.isPlan ? "refunded.text" : "refunded.textMessages", values),
			translate("refundTerm", { count: refundDays }),
			...(refund.isPlan ? [planNow(sender, now)] : []),
			...(endedRenewal ? [t("refunded.renewalOff")] : []),
		],
	});
}

const planNow = ({ timeZone }: Sender, { title, until }: Refunded["now"]) =>
	until === null
		? t("refunded.free", { title })
		: t("refunded.lasts", { title, until: dayIn(timeZone, until) });

type RefundRefused = RefundTold & {
	/** What was bought is restored; or nothing was granted for the money, and the refund is repeated, or was for long. */
	follows: "restored" | "repeated-first" | "given-up";
};

/** Reports a refund that the gateway has refused. @param refund its amount in kopecks */
export function refundRefusedEmail(
	sender: Sender,
	to: string | null,
	{ follows, ...refund }: RefundRefused,
): Email {
	const values = { plan: refund.plan, amount: rubles(refund.amount) };
	const kind = "refund-refused";
	if (follows === "repeated-first")
		return layOutBillingEmail(sender, to, {
			kind,
			subject: t("refundRefused.subjectLater"),
			blocks: [t("refundRefused.ofNothing", values), t("refundRefused.repeated")],
		});
	const restored = refund.isPlan ? "refundRefused.text" : "refundRefused.textMessages";
	return layOutBillingEmail(sender, to, {
		kind,
		subject: t("refundRefused.subject"),
		blocks: [
			t(follows === "restored" ? restored : "refundRefused.ofNothing", values),
			t("refundRefused.retry"),
		],
	});
}

/** A plan that ends, and what is still to come of its renewal: it waits, or a charge is at the gateway. */
type Ending = { plan: string; free: string; goesOn?: "waits" | "waitsTold" | "atBank" | null };

const renewalOf = ({ goesOn }: Pick<Ending, "goesOn">) => (goesOn ? [t(`renewalGoesOn.${goesOn}`)] : []);

/** Reports that a paid plan ends in some days without a following one. @param now when it is told */
export function endsSoonEmail(
	sender: Sender,
	to: string | null,
	{ plan, free, until, goesOn }: Ending & { until: number },
	now: number,
): Email {
	const count = dayNumber(until, sender.timeZone) - dayNumber(now, sender.timeZone);
	const soon =
		count > 1 ? t("endsSoon.in", { count }) : t(count === 1 ? "endsSoon.tomorrow" : "endsSoon.today");
	const values = { plan, free, soon, until: dayIn(sender.timeZone, until) };
	return layOutBillingEmail(sender, to, {
		kind: "plan-ends-soon",
		subject: t("endsSoon.subject", values),
		blocks: [t("endsSoon.text", values), ...renewalOf({ goesOn }), t("endsSoon.stays")],
		button: { label: t("endsSoon.button"), path: "/payment" },
	});
}

/** Reports that a paid plan has ended without a following one. */
export function endedEmail(sender: Sender, to: string | null, values: Ending): Email {
	return layOutBillingEmail(sender, to, {
		kind: "plan-ended",
		subject: t("ended.subject", values),
		blocks: [t("ended.text", values), ...renewalOf(values), t("ended.stays")],
		button: { label: t("ended.button"), path: "/payment" },
	});
}

type Content = {
	kind: string;
	subject: string;
	blocks: EmailBlock[];
	button?: { label: string; path: string };
	signature?: string[];
};

/** An e-mail about plans and money, in the common layout. */
export function layOutBillingEmail(sender: Sender, to: string | null, content: Content): Email {
	const { kind, subject, blocks, button, signature = sender.signature } = content;
	const link = `${sender.appUrl}${button?.path ?? "/payment"}`;
	const laidOut = layOutEmail({
		appName: sender.appName,
		subject,
		greeting: t("greeting"),
		blocks,
		button: { label: button?.label ?? t("button"), link },
		plainLink: t("plainLink"),
		notYou: t("questions"),
		footer: [t("footer", sender), ...signature],
	});
	return { to, kind, subject, link, ...laidOut };
}
