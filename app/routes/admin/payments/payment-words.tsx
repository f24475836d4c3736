import { useTranslation } from "react-i18next";
import { href } from "react-router";

type PayerProps = {
	/** Null: the account is deleted. */
	who: string | null;
	/** The account whose card this role may open; null: it may open none. */
	accountId: string | null;
};

/** The payer, with the way to their card. */
export function Payer({ who, accountId }: PayerProps) {
	const { t } = useTranslation("admin");
	if (who === null) return t("pay.deleted");
	if (accountId === null) return who;
	return (
		<a className="t-link" href={`${href("/admin/people")}?account=${accountId}`}>
			{who}
		</a>
	);
}

/** «Плюс», 30 дней; or that it was a renewal. */
export function ForWhat({ plan, days, isRenewal }: { plan: string; days: number; isRenewal: boolean }) {
	const { t } = useTranslation("admin");
	return isRenewal
		? t("pay.renewal", { plan })
		: t("pay.plan", { plan, days: t("pay.days", { count: days }) });
}

/** Enough of an order's number to recognise it; the whole one stands on its card. */
export const shortNumber = (id: string): string => id.slice(0, 8);
