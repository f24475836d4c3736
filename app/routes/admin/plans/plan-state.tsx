import { useTranslation } from "react-i18next";
import type { NotSold } from "../../payment/load/availability.server.ts";

/** Whether a plan or a package is sold: no messages are sold by bill. */
export function PlanState({
	isFree = false,
	off,
	isPackage = false,
	notSold,
}: {
	isFree?: boolean;
	off: boolean;
	isPackage?: boolean;
	notSold: NotSold | null;
}) {
	const { t } = useTranslation("admin");
	if (isFree) return <span>{t("plans.free")}</span>;
	if (off)
		return (
			<span className="dot" data-state="deleted">
				{t("plans.takenOff")}
			</span>
		);
	if (notSold === null) return <span className="dot">{t("plans.sold")}</span>;
	return notSold === "bills" && !isPackage ? (
		<span className="dot">{t("plans.soldByBill")}</span>
	) : (
		<span>{t("plans.notSold")}</span>
	);
}
