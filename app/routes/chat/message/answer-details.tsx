import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { dateAndTimeIn } from "../../../platform/dates/date-and-time.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** The model, the time and the duration: a popover, so that it opens without script. */
export function AnswerDetails({ answer }: { answer: ShownAnswer }) {
	const { t } = useTranslation("chat");
	const { models, timeZone } = useFrame();
	const id = `about-${answer.id}`;
	const title = models.find((model) => model.id === answer.model)?.title ?? answer.model;
	return (
		<>
			<IconButton
				size="sm"
				iconSize="sm"
				icon="information-outline"
				label={t("details.open")}
				popoverTarget={id}
			/>
			<dl id={id} popover="auto" className="menu msg-details">
				<dt>{t("details.model")}</dt>
				<dd>{title}</dd>
				{answer.manner ? (
					<>
						<dt>{t("details.manner")}</dt>
						<dd>{t(`again.${answer.manner}`)}</dd>
					</>
				) : null}
				<dt>{t("details.at")}</dt>
				{/* The browser's and the server's Russian calendar data may differ in version. */}
				<dd suppressHydrationWarning>{dateAndTimeIn(timeZone, answer.createdAt)}</dd>
				<dt>{t("details.length")}</dt>
				<dd>{t("details.signs", { count: answer.length })}</dd>
			</dl>
		</>
	);
}
