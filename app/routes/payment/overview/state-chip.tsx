import { useTranslation } from "react-i18next";
import type { IconName } from "../../../icons/icon.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import type { PurchaseView } from "../load/purchase-view.server.ts";

const CHIPS: Record<PurchaseView["state"] | "returning", [ChipTone, IconName]> = {
	started: ["info", "timer-sand"],
	waiting: ["info", "timer-sand"],
	paid: ["success", "check-circle-outline"],
	canceled: ["error", "close-circle-outline"],
	expired: ["gray", "close-circle-outline"],
	refunded: ["warning", "undo-variant"],
	returning: ["warning", "undo-variant"],
};

/** The status of a payment. */
export function StateChip({ purchase: { state, returning } }: { purchase: PurchaseView }) {
	const { t } = useTranslation("payment");
	const shown = returning ? "returning" : state;
	const [tone, icon] = CHIPS[shown];
	return (
		<Chip tone={tone} icon={icon}>
			{t(`state.${shown}`)}
		</Chip>
	);
}
