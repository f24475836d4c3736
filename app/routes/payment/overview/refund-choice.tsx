import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { DealPage } from "../checkout/deal-page.tsx";
import type { LoadedRefundChoice } from "../load/load-refund.server.ts";
import { ManualRefund } from "./manual-refund.tsx";

/** The payments that can be refunded, each with its own time and sum. */
export function RefundChoice({ screen, sandbox }: { screen: LoadedRefundChoice; sandbox: boolean }) {
	const { t } = useTranslation("payment");
	const { choice, manualRefund } = screen;
	return (
		<DealPage title={t("refund.choice.title")} sandbox={sandbox}>
			{choice.length === 0 ? (
				(manualRefund && <ManualRefund {...manualRefund} />) || (
					<Banner tone="warning">{t("refund.choice.none")}</Banner>
				)
			) : (
				<>
					<p className="deal-text">{t("refund.choice.text")}</p>
					<ul className="refund-choice">
						{choice.map(({ id, what, date, term, back }) => (
							<li key={id}>
								<Link to={`${href("/payment")}?refund=${id}`}>
									<span>
										<b>{what}</b> <span>{t("refund.choice.paid", { date })}</span> <span>{term}</span>
									</span>{" "}
									<span className="num">
										{t("refund.choice.back", { sum: back })} <Icon name="chevron-right" size="sm" />
									</span>
								</Link>
							</li>
						))}
					</ul>
				</>
			)}
		</DealPage>
	);
}
