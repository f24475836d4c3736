import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import type { LoadedRefund } from "./load-payment.server.ts";
import { shortNumber } from "./payment-words.tsx";

/** The page that confirms a refund: how much goes back, and what becomes of the plan. */
export function RefundPage({ state, ...refund }: LoadedRefund & { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const payments = href("/admin/payments");
	const card = `${payments}?payment=${refund.id}`;
	const whole = refund.isOfNothing ? "pay.refund.wholeOfNothing" : "pay.refund.whole";
	const planEnds = refund.isOfNothing ? "pay.refund.planAsItIs" : "pay.refund.planEnds";
	return (
		<FormPage
			path={[
				[payments, t("pay.title")],
				[card, t("pay.short", { number: shortNumber(refund.id) })],
			]}
			title={t("pay.refund.title")}
			action={`${card}&do=refund`}
			button={{
				label: t("pay.refund.button", { sum: refund.amount }),
				pendingLabel: t("pay.refund.pending"),
				variant: "error",
			}}
			state={state}
			needed={refund.needed}
		>
			<input type="hidden" name="requestId" value={state?.values?.requestId ?? refund.refundId} />
			<input type="hidden" name="kopecks" value={refund.kopecks} />
			<p>
				{t("pay.refund.of", {
					sum: refund.paid,
					date: refund.date,
					who: refund.who ?? t("pay.deleted"),
				})}
			</p>
			<dl className="dl">
				<dt>{t("pay.refund.amount")}</dt>
				<dd>
					<b>{refund.amount}</b> <small>{t(refund.isWhole ? whole : "pay.refund.rest")}</small>
				</dd>
				<dt>{t("pay.refund.planName", { plan: refund.plan })}</dt>
				<dd>
					{refund.remainsUntil
						? t(refund.next ? "pay.refund.planFollows" : "pay.refund.planStays", {
								until: refund.remainsUntil,
								next: refund.next,
							})
						: t(planEnds)}
				</dd>
				<dt>{t("pay.refund.renewal")}</dt>
				<dd>{t(refund.isOfNothing ? "pay.refund.renewalStays" : "pay.refund.renewalText")}</dd>
				<dt>{t("pay.refund.email")}</dt>
				<dd>{t("pay.refund.emailText")}</dd>
			</dl>
		</FormPage>
	);
}
