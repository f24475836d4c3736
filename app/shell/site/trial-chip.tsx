import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";
import { Chip } from "../../ui/chip.tsx";

/** A label in trial mode; nothing in production. */
export function TrialChip({ className }: { className?: string }) {
	const { t } = useTranslation();
	const trial = useRouteLoaderData<typeof rootLoader>("root")?.trial;
	return trial ? <Chip className={className}>{t("trial")}</Chip> : null;
}
