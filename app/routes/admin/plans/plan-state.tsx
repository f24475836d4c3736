import { useTranslation } from "react-i18next";

/** Whether a plan or a package is sold. */
export function PlanState({
	isFree = false,
	off,
	isSelling = true,
}: {
	isFree?: boolean;
	off: boolean;
	isSelling?: boolean;
}) {
	const { t } = useTranslation("admin");
	if (isFree) return <span>{t("plans.free")}</span>;
	if (off)
		return (
			<span className="dot" data-state="deleted">
				{t("plans.takenOff")}
			</span>
		);
	return isSelling ? <span className="dot">{t("plans.sold")}</span> : <span>{t("plans.notSold")}</span>;
}
