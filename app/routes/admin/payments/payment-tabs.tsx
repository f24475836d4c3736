import { useTranslation } from "react-i18next";
import { href } from "react-router";

const TABS = { payments: href("/admin/payments"), renewals: href("/admin/renewals") };

/** The lists of money that is paid: payments, and renewals, which charge by themselves. */
export function PaymentTabs({ tab }: { tab: keyof typeof TABS }) {
	const { t } = useTranslation("admin");
	return (
		<nav className="tabs" aria-label={t("pay.tabs.label")}>
			{(["payments", "renewals"] as const).map((name) => (
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
