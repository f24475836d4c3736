import { mayDo } from "../../../accounts/staff/rights.ts";
import { nameFor } from "../../../accounts/staff/shown-email.server.ts";
import { refusalWords } from "../../../billing/payments/refusal.server.ts";
import { nextCharge } from "../../../billing/renewals/renewal-emails.server.ts";
import { MAX_ATTEMPTS, nextNoticeTime } from "../../../billing/renewals/renewal-times.server.ts";
import { rublesAndKopecks } from "../../../billing/rubles.server.ts";
import type { ListedRenewal } from "../../../billing/staff/list-renewals.server.ts";
import texts from "../../../i18n/ru/admin-renewals.ts";
import { config } from "../../../platform/config.server.ts";
import { dayOf, listedDayOf, minuteOf } from "../../../platform/dates/dates.server.ts";
import type { Role } from "../../../platform/http/context.server.ts";

const isWhy = (reason: string): reason is keyof typeof texts.why => Object.hasOwn(texts.why, reason);

/** A renewal as the operator's screens show it. @param role of the person who looks */
export function renewalView(renewal: ListedRenewal, role: Role, now = Date.now()) {
	const { status, ends, reason, attempt } = renewal;
	const chargeAt = nextChargeOf(renewal, now);
	return {
		accountId: renewal.accountId,
		mayOpen: mayDo(role, "people"),
		who: nameFor(role, renewal),
		plan: renewal.plan.title,
		days: renewal.plan.days ?? 0,
		amount: rublesAndKopecks(renewal.amount),
		card: renewal.card,
		status,
		attempt,
		retries: MAX_ATTEMPTS - 1,
		/** Null: nothing is to be charged until somebody acts. */
		chargeDay: chargeAt === null ? null : listedDayOf(chargeAt, now),
		notice: noticeOf(renewal, now),
		/** Why the bank refused, or why it is off; null: neither. */
		why: ends ?? (status === "off" && reason !== null && isWhy(reason) ? reason : null),
		/** It is on, and will be turned off for that without a charge. */
		ends: ends !== null,
		refused: status !== "off" && reason !== null ? refusalWords(reason) : null,
		paidUntil: dayOf(renewal.paidUntil),
		nextAt: renewal.nextAt === null ? null : minuteOf(renewal.nextAt),
		agreedAt: minuteOf(renewal.createdAt),
		changedAt: minuteOf(renewal.changedAt),
		purchaseId: renewal.purchaseId,
	};
}

export type RenewalView = ReturnType<typeof renewalView>;

/** When the card is charged next, as was told or would be. @returns null: it is not charged any more, or not by itself */
export function nextChargeOf(
	{ status, ends, chargeAt, paidUntil, nextAt }: ListedRenewal,
	now: number,
): number | null {
	if (status === "off" || status === "paused" || ends !== null) return null;
	if (status === "retrying") return nextAt;
	return chargeAt ?? nextCharge(config, paidUntil, now);
}

/** The e-mail about the charge: when it was sent, that it waits to be sent, or when it is due. */
function noticeOf(
	{ status, ends, isNoticed, toldAt, paidUntil }: ListedRenewal,
	now: number,
): {
	is: "sent" | "unsent" | "due" | "none";
	day: string;
} {
	if (toldAt !== null) return { is: "sent", day: listedDayOf(toldAt, now) };
	if (status === "off" || status === "paused" || ends !== null) return { is: "none", day: "" };
	return { is: isNoticed ? "unsent" : "due", day: listedDayOf(nextNoticeTime(paidUntil, now), now) };
}
