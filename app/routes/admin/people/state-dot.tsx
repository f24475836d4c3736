import { useTranslation } from "react-i18next";

/** The state of an account: a shape of its own and the word. */
export function StateDot({ state }: { state: "active" | "exhausted" | "blocked" | "deleted" }) {
	const { t } = useTranslation("admin");
	return (
		<span className="dot" data-state={state}>
			{t(`states.${state}`)}
		</span>
	);
}
