import { useTranslation } from "react-i18next";
import type { Lost } from "../../../connection/request-lost.ts";
import { Banner } from "../../../ui/banner.tsx";

/** A form was lost: it can be sent again, and is processed once. */
export function LostNote({ lost, of }: { lost: Lost; of: "text" | "action" }) {
	const { t } = useTranslation("chat");
	const key = lost.status === 413 ? "tooLarge" : of;
	return (
		<div className="mb-2">
			<Banner tone="warning">{t(`lost.${key}`)}</Banner>
		</div>
	);
}
