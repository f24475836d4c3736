import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { Chip } from "../../ui/chip.tsx";
import type { RootLoader } from "../page/root-data.server.ts";

/** A label in trial mode; nothing in production. */
export function TrialChip({ className }: { className?: string }) {
	const { t } = useTranslation();
	const trial = useRouteLoaderData<RootLoader>("root")?.trial;
	return trial ? <Chip className={className}>{t("trial")}</Chip> : null;
}
