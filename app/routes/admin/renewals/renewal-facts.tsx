import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { LoadedRenewal } from "./load-renewals.server.ts";
import { StatusDot, useNoticeText, useWhyText } from "./renewal-words.tsx";

/** Plan, sum, card and state of a renewal, and its next charge; on a person's card too. */
export function RenewalFacts({ renewal, stoppedBy }: Pick<LoadedRenewal, "renewal" | "stoppedBy">) {
	const { t } = useTranslation("admin");
	const notice = useNoticeText(renewal.notice);
	const why = useWhyText(renewal, stoppedBy);
	const isOff = renewal.status === "off";
	const { plan, amount, days } = renewal;
	return (
		<dl className="dl">
			<dt>{t("renewals.state")}</dt>
			<dd>
				<StatusDot {...renewal} /> {isOff && <small>{renewal.changedAt}</small>}
				{renewal.status === "stuck" && (
					<small>{t("renewals.stuckSince", { moment: renewal.changedAt })}</small>
				)}
			</dd>
			{why && (
				<>
					<dt>{t("renewals.cause")}</dt>
					<dd>{why}</dd>
				</>
			)}
			<dt>{t("renewals.agreed")}</dt>
			<dd>
				{t("renewals.agreedTo", { plan, amount, days: t("pay.days", { count: days }) })}{" "}
				<small>{renewal.agreedAt}</small>
			</dd>
			<dt>{t("renewals.card")}</dt>
			<dd>{renewal.card ?? t("renewals.noCard")}</dd>
			{!isOff && (
				<>
					<dt>{t("renewals.charge")}</dt>
					<dd>{renewal.chargeDay ?? t("renewals.noCharge")}</dd>
					<dt>{t("renewals.notice")}</dt>
					<dd>{notice}</dd>
				</>
			)}
			<dt>{t("renewals.paidUntil")}</dt>
			<dd>{renewal.paidUntil}</dd>
			{renewal.purchaseId && (
				<>
					<dt>{t("renewals.attempts")}</dt>
					<dd>
						{renewal.attempt},{" "}
						<a className="link" href={`${href("/admin/payments")}?payment=${renewal.purchaseId}`}>
							{t("renewals.lastCharge")}
						</a>
					</dd>
				</>
			)}
		</dl>
	);
}
