import { useTranslation } from "react-i18next";
import type { Waiting } from "../../../chat/providers/provider.server.ts";

const ORDINALS = ["first", "second", "third", "fourth"] as const;

/** Why there is no text yet: a model that writes one answer at a time is busy, or is being loaded. */
export function WaitingNote({ waiting }: { waiting: Waiting }) {
	const { t } = useTranslation("chat");
	if (waiting.kind === "loading") return <p className="msg-note">{t("waiting.loading")}</p>;
	const ordinal = ORDINALS[waiting.place - 1];
	return (
		<p className="msg-note">
			{ordinal ? t(`waiting.${ordinal}`) : t("waiting.further", { count: waiting.place })}
		</p>
	);
}
