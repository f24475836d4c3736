import { createInstance } from "i18next";
import type { AccountSettings } from "../accounts/settings.server.ts";
import { i18nOptions } from "../i18n/options.ts";
import billingEmails from "../i18n/ru/billing-emails.ts";
import type { Email } from "../mail/email.ts";
import { layOutEmail } from "../mail/lay-out-email.server.ts";
import { rubles } from "./rubles.server.ts";

const i18n = createInstance();
await i18n.init(i18nOptions({ billingEmails }));
const t = i18n.getFixedT("ru", "billingEmails");

/** The sender of billing e-mails. */
export type Sender = Pick<AccountSettings, "appUrl" | "appName" | "signature" | "timeZone">;

type Paid = {
	plan: string;
	/** Kopecks. */
	amount: number;
	until: number;
	/** The new subscription begins where the current one of the same plan ends. */
	follows: boolean;
	/** The recipient of the receipt; null when none is made. */
	receiptEmail: string | null;
};

/** Confirms a payment, and what it has granted. */
export function paidEmail(sender: Sender, to: string | null, paid: Paid): Email {
	const values = {
		plan: paid.plan,
		amount: rubles(paid.amount),
		until: dayIn(sender.timeZone, paid.until),
	};
	return write(sender, to, "payment-paid", t("paid.subject", values), [
		paid.follows ? t("paid.follows", values) : t("paid.text", values),
		...(paid.receiptEmail ? [t("paid.receipt", { receiptEmail: paid.receiptEmail })] : []),
		t("paid.oneOff"),
	]);
}

/** Reports a completed refund. @param refund its amount in kopecks */
export function refundedEmail(
	sender: Sender,
	to: string | null,
	refund: { plan: string; amount: number },
): Email {
	const values = { plan: refund.plan, amount: rubles(refund.amount) };
	return write(sender, to, "refunded", t("refunded.subject", values), [t("refunded.text", values)]);
}

/** Reports a refund that the gateway has refused. @param refund its amount in kopecks */
export function refundRefusedEmail(
	sender: Sender,
	to: string | null,
	refund: { plan: string; amount: number },
): Email {
	const values = { plan: refund.plan, amount: rubles(refund.amount) };
	return write(sender, to, "refund-refused", t("refundRefused.subject"), [
		t("refundRefused.text", values),
		t("refundRefused.retry"),
	]);
}

/** Reports that a paid plan ends in three days without a following one. */
export function endsSoonEmail(
	sender: Sender,
	to: string | null,
	{ plan, free, until }: { plan: string; free: string; until: number },
): Email {
	const values = { plan, free, until: dayIn(sender.timeZone, until) };
	return write(
		sender,
		to,
		"plan-ends-soon",
		t("endsSoon.subject", values),
		[t("endsSoon.text", values), t("endsSoon.stays")],
		t("endsSoon.button"),
	);
}

/** Reports that a paid plan has ended without a following one. */
export function endedEmail(sender: Sender, to: string | null, values: { plan: string; free: string }): Email {
	return write(
		sender,
		to,
		"plan-ended",
		t("ended.subject", values),
		[t("ended.text", values), t("ended.stays")],
		t("ended.button"),
	);
}

function write(
	sender: Sender,
	to: string | null,
	kind: string,
	subject: string,
	paragraphs: string[],
	label: string = t("button"),
): Email {
	const link = `${sender.appUrl}/payment`;
	const laidOut = layOutEmail({
		subject,
		greeting: t("greeting"),
		paragraphs,
		button: { label, link },
		plainLink: t("plainLink"),
		notYou: t("questions"),
		footer: [t("footer", sender), ...sender.signature],
	});
	return { to, kind, subject, link, ...laidOut };
}

/** «3 сентября 2026». */
function dayIn(timeZone: string, at: number): string {
	return new Intl.DateTimeFormat("ru", { day: "numeric", month: "long", year: "numeric", timeZone })
		.format(at)
		.replace(/\s?г\.$/, "");
}
