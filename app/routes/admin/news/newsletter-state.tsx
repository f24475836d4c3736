import { useTranslation } from "react-i18next";
import type { IconName } from "../../../icons/icon.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import type { NewsletterView } from "./load-news.server.ts";

type State = NewsletterView["state"];

const LOOKS: Record<State, { tone: ChipTone; icon: IconName }> = {
	draft: { tone: "gray", icon: "email-edit-outline" },
	sending: { tone: "info", icon: "timer-sand" },
	stopped: { tone: "warning", icon: "close" },
	sent: { tone: "success", icon: "check" },
};

/** The state of a newsletter, by its word, its colour and its icon. */
export function NewsletterState({ state }: { state: State }) {
	const { t } = useTranslation("admin");
	return <Chip {...LOOKS[state]}>{t(`news.states.${state}`)}</Chip>;
}
