import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { DealPage } from "../checkout/deal-page.tsx";
import { Facts } from "../facts.tsx";
import type { LoadedPurchase } from "../load/load-purchase.server.ts";
import { StateChip } from "./state-chip.tsx";

/** One payment: its plan, its status, its receipt, and the available actions. */
export function PurchasePage({ screen, sandbox }: { screen: LoadedPurchase; sandbox: boolean }) {
	const { t } = useTranslation("payment");
	const { purchase, receipt, refund, refundable, pending, toPay, retryPlan } = screen;
	const { id, date, what, sum, method } = purchase;
	return (
		<DealPage title={t("purchase.title", { date })} sandbox={sandbox}>
			<Facts
				facts={[
					[t("history.columns.what"), what],
					[t("history.columns.sum"), sum],
					[t("history.columns.state"), <StateChip key="state" purchase={purchase} />],
					...(method ? ([[t("history.columns.how"), method]] as const) : []),
					...(receipt ? ([[t("history.columns.receipt"), receipt]] as const) : []),
					...(refund ? ([[t("purchase.refund"), refund]] as const) : []),
				]}
			/>
			<div className="deal-actions">
				{toPay && (
					<LinkButton to={toPay} variant="primary" block>
						{t("purchase.toPay")}
					</LinkButton>
				)}
				{pending && (
					<LinkButton to={`${href("/payment/success")}?payment=${id}`} block>
						{t("purchase.check")}
					</LinkButton>
				)}
				{retryPlan && (
					<LinkButton to={`${href("/payment")}?plan=${retryPlan}`} variant="primary" block>
						{t("purchase.retry")}
					</LinkButton>
				)}
				{refundable && (
					<LinkButton to={`${href("/payment")}?refund=${id}`} block>
						{t("current.refund")}
					</LinkButton>
				)}
			</div>
		</DealPage>
	);
}
