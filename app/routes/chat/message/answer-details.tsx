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
			{/* A list, and no `dl`: of that text browsers make three lines for each. */}
			<ul id={id} popover="auto" className="menu msg-details">
				<li>
					<span>{t("details.model")}</span> {title}
				</li>
				{answer.manner ? (
					<li>
						<span>{t("details.manner")}</span> {t(`again.${answer.manner}`)}
					</li>
				) : null}
				{/* The browser's and the server's Russian calendar data may differ in version. */}
				<li suppressHydrationWarning>
					<span>{t("details.at")}</span> {dateAndTimeIn(timeZone, answer.createdAt)}
				</li>
				<li>
					<span>{t("details.length")}</span> {t("details.signs", { count: answer.length })}
				</li>
			</ul>
		</>
	);
}
