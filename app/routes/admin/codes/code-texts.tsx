import { useTranslation } from "react-i18next";
import type { PromoState } from "../../../billing/promo-codes/promo-texts.server.ts";
import type { IconName } from "../../../icons/icon.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import type { PromoCodeView } from "./load-codes.server.ts";

const LOOKS: Record<PromoState, { tone: ChipTone; icon: IconName }> = {
	active: { tone: "success", icon: "check" },
	waits: { tone: "info", icon: "timer-sand" },
	ended: { tone: "gray", icon: "close" },
	"used-up": { tone: "gray", icon: "close" },
	off: { tone: "warning", icon: "close" },
};

/** The state of a promo code, by its word, its colour and its icon. */
export function CodeState({ state }: { state: PromoState }) {
	const { t } = useTranslation("admin");
	return <Chip {...LOOKS[state]}>{t(`codes.states.${state}`)}</Chip>;
}

/** When a code can be used: «с 1 сентября 2026 по 31 декабря 2026». */
export function useWindowText({ from, until }: Pick<PromoCodeView, "from" | "until">): string {
	const { t } = useTranslation("admin");
	if (from && until) return t("codes.window", { from, until });
	if (from) return t("codes.from", { from });
	return until ? t("codes.until", { until }) : t("codes.always");
}
