import type { Email } from "../../mail/email.ts";
import { dayIn } from "../../platform/dates/dates-in-texts.server.ts";
import { layOutBillingEmail, type Sender, t } from "../emails.server.ts";
import type { Plan } from "../plans/plan.server.ts";
import { translate } from "../texts.server.ts";

/** Tells a person of the plan that they were given, until when it lasts, and why. */
export function planGivenEmail(
	sender: Sender,
	to: string,
	{ plan, until, reason }: { plan: Plan; until: number; reason: string },
): Email {
	const days = translate("days", { count: plan.days ?? 0 });
	const values = { plan: plan.title, days, until: dayIn(sender.timeZone, until) };
	return layOutBillingEmail(sender, to, {
		kind: "plan-given",
		subject: t("given.subject", values),
		blocks: [t("given.text", values), t("actReason", { reason })],
	});
}

/** Tells a person by how many messages their allowance was corrected, and why. @param messages negative: taken away */
export function allowanceCorrectedEmail(
	sender: Sender,
	to: string,
	{ messages, reason }: { messages: number; reason: string },
): Email {
	const count = Math.abs(messages);
	return layOutBillingEmail(sender, to, {
		kind: "allowance-corrected",
		subject: t("corrected.subject"),
		blocks: [
			messages > 0 ? t("corrected.added", { count }) : t("corrected.subtracted", { count }),
			t("actReason", { reason }),
		],
	});
}
