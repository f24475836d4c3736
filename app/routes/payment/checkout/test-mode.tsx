import { useTranslation } from "react-i18next";
import { Chip } from "../../../ui/chip.tsx";

/** A notice on every payment screen while no real money can be paid. */
export function TestMode() {
	const { t } = useTranslation("payment");
	return <Chip tone="warning">{t("testMode")}</Chip>;
}
