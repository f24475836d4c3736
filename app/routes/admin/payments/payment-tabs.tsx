import { useTranslation } from "react-i18next";
import { href } from "react-router";

const TABS = {
	payments: href("/admin/payments"),
	renewals: href("/admin/renewals"),
	days: `${href("/admin/payments")}?view=days`,
};

export type PaymentTab = keyof typeof TABS;

/** The lists of money that is paid: payments, renewals, which charge by themselves, and the sums of days. */
export function PaymentTabs({ tab }: { tab: PaymentTab }) {
	const { t } = useTranslation("admin");
	return (
		<nav className="tabs" aria-label={t("pay.tabs.label")}>
			{(["payments", "renewals", "days"] as const).map((name) => (
				<a
					key={name}
					className="chip chip-filter"
					href={TABS[name]}
					aria-current={name === tab ? "page" : undefined}
				>
					{t(`pay.tabs.${name}`)}
				</a>
			))}
		</nav>
	);
}
