import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { DealForm } from "../checkout/deal-form.tsx";
import { DealPage } from "../checkout/deal-page.tsx";
import { Facts } from "../facts.tsx";
import type { LoadedRefund } from "../load/load-refund.server.ts";
import { ManualRefund } from "./manual-refund.tsx";

/** The refundable amount, what would end, and the button that requests it. */
export function RefundPage({ screen, sandbox }: { screen: LoadedRefund; sandbox: boolean }) {
	const { t } = useTranslation("payment");
	const { purchaseId, preview, manualRefund, renewal, hasOthers } = screen;
	return (
		<DealPage title={preview?.title ?? t("refund.title")} sandbox={sandbox}>
			{preview ? (
				<>
					<Facts
						facts={[
							[t("refund.what"), preview.what],
							...(preview.term ? ([[t("refund.period"), preview.term]] as const) : []),
							[t("refund.paid"), preview.paid],
							[t("refund.back"), <b key="back">{preview.back}</b>],
						]}
					/>
					<p className="deal-text">{preview.why}</p>
					<p className="deal-text">{preview.after}</p>
					<p className="deal-text">{preview.when}</p>
					{renewal && <p className="deal-text">{renewal}</p>}
					<DealForm
						intent="refund"
						query={`refund=${purchaseId}`}
						fields={{ paymentId: purchaseId, refundId: preview.refundId }}
						button={{
							variant: "error-text",
							label: t("refund.ask", { sum: preview.back }),
							pending: t("refund.pending"),
						}}
					/>
				</>
			) : (
				(manualRefund && <ManualRefund {...manualRefund} />) || (
					<Banner tone="warning">{t("refund.impossible")}</Banner>
				)
			)}
			{hasOthers && (
				<p className="deal-another">
					<LinkButton to={`${href("/payment")}?refund=choose`} block>
						{t("refund.choice.another")}
					</LinkButton>
				</p>
			)}
		</DealPage>
	);
}
