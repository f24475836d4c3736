import { useTranslation } from "react-i18next";
import type { IconName } from "../../../icons/icon.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import type { LoadedPayments } from "./load-payments.server.ts";

type State = LoadedPayments["payments"][0]["state"];

const LOOKS: Record<State, { tone: ChipTone; icon: IconName }> = {
	started: { tone: "info", icon: "timer-sand" },
	waiting: { tone: "info", icon: "timer-sand" },
	paid: { tone: "success", icon: "check" },
	canceled: { tone: "error", icon: "close" },
	expired: { tone: "gray", icon: "close" },
	refunded: { tone: "warning", icon: "undo-variant" },
};

/** The state of a payment, by its word, its colour and its icon. */
export function PaymentState({ state }: { state: State }) {
	const { t } = useTranslation("admin");
	return <Chip {...LOOKS[state]}>{t(`pay.states.${state}`)}</Chip>;
}
