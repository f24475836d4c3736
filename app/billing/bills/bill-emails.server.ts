import type { Email } from "../../mail/email.ts";
import { dayIn } from "../../platform/dates/dates-in-texts.server.ts";
import { layOutBillingEmail, type Sender, t } from "../emails.server.ts";
import { rublesAndKopecks } from "../rubles.server.ts";
import { translate } from "../texts.server.ts";
import { type Bill, CODE_MS } from "./bill.server.ts";

/** Reports that the money of a bill has come, with its activation codes. */
export function codesEmail(
	sender: Sender,
	to: string | null,
	bill: Bill,
	codes: readonly string[],
	paidAt: number,
): Email {
	const days = translate("days", { count: bill.plan.days ?? 0 });
	const values = { number: bill.number, organisation: bill.organisation };
	return layOutBillingEmail(sender, to, {
		kind: "bill-paid",
		subject: t("billPaid.subject", values),
		blocks: [
			t("billPaid.text", values),
			{
				facts: [
					[t("facts.plan"), t("facts.planOf", { plan: bill.plan.title, days })],
					[t("facts.amount"), rublesAndKopecks(bill.amount)],
					[t("billPaid.until"), dayIn(sender.timeZone, paidAt + CODE_MS)],
				],
			},
			t("billPaid.codes"),
			{ facts: codes.map((code, i) => [t("billPaid.code", { number: i + 1 }), code] as const) },
			t("billPaid.how", { link: `${sender.appUrl}/payment` }),
		],
		button: { label: t("billPaid.button"), path: `/payment/bills?bill=${bill.id}` },
	});
}
