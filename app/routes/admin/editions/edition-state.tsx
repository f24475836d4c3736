import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";

type EditionStateProps = { state: "current" | "later" | "old" | "off"; isUnfilled: boolean };

/** Whether an edition is in force, by a mark and a word. */
export function EditionState({ state, isUnfilled }: EditionStateProps) {
	const { t } = useTranslation("admin");
	if (state === "current")
		return (
			<span className={isUnfilled ? "chip chip-warning" : "chip chip-success"}>
				<Icon name={isUnfilled ? "alert-outline" : "check-bold"} />
				{t("editions.states.current")}
			</span>
		);
	return (
		<span className="chip">
			{state === "later" && <Icon name="timer-sand" />}
			{t(`editions.states.${state}`)}
		</span>
	);
}
