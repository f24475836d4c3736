import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
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
				<dt>{t("details.at")}</dt>
				{/* The browser's and the server's Russian calendar data may differ in version. */}
				<dd suppressHydrationWarning>{formatMoment(answer.createdAt, timeZone)}</dd>
				<dt>{t("details.length")}</dt>
				<dd>{t("details.signs", { count: answer.length })}</dd>
			</dl>
		</>
	);
}

/** The same on the server and in the browser: both in the operator's time zone. */
function formatMoment(at: number, timeZone: string): string {
	return formatterOf(timeZone).format(at).replace(" г.", "");
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(timeZone: string): Intl.DateTimeFormat {
	const known = formatters.get(timeZone);
	if (known) return known;
	const made = new Intl.DateTimeFormat("ru-RU", { dateStyle: "long", timeStyle: "short", timeZone });
	formatters.set(timeZone, made);
	return made;
}
