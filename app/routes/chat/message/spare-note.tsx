import { useTranslation } from "react-i18next";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";

/** Another model answers than the one that was chosen. */
export function SpareNote({ model, spareFor }: { model: string; spareFor: string }) {
	const { t } = useTranslation("chat");
	const { models } = useFrame();
	const titleOf = (id: string) => models.find((one) => one.id === id)?.title ?? id;
	return <p className="msg-note">{t("spare", { model: titleOf(model), spareFor: titleOf(spareFor) })}</p>;
}
