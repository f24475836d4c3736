import { useTranslation } from "react-i18next";
import type { AnswersWithout } from "./load-models.server.ts";

type LastOnProps = { act: "switchOff" | "remove"; without: AnswersWithout };

/** What follows from switching off, or removing, the last models that are on; nothing while others are. */
export function LastOn({ act, without }: LastOnProps) {
	const { t } = useTranslation("admin");
	if (without === null) return null;
	return <p className="note">{t(`models.lastOn.${act}`, { follows: t(`models.lastOn.${without}`) })}</p>;
}
