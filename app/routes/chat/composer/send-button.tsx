import { useTranslation } from "react-i18next";
import { Icon } from "../../../icons/icon.tsx";
import { useScripted } from "../../../ui/use-scripted.ts";

type SendButtonProps = {
	/** Nothing to send has been typed or attached. */
	idle: boolean;
	/** The question cannot go yet: a file or the last question is still on its way, or the model does not see its pictures. */
	waitsFor: "files" | "question" | "seeing-model" | null;
	/** An answer is running: the question queues. */
	queues: boolean;
};

export function SendButton({ idle, waitsFor, queues }: SendButtonProps) {
	const { t } = useTranslation("chat");
	const { t: tf } = useTranslation("files");
	const scripted = useScripted();
	const reasons = {
		files: { describedBy: "on-its-way", title: tf("wait") },
		question: { describedBy: "on-its-way", title: t("wait") },
		"seeing-model": { describedBy: "blind", title: tf("blind.sendWait") },
	};
	const reason = waitsFor ? reasons[waitsFor] : undefined;
	return (
		<button
			type="submit"
			className="composer-send"
			data-idle={idle || waitsFor !== null || undefined}
			aria-disabled={(scripted && waitsFor !== null) || undefined}
			aria-describedby={reason?.describedBy}
			title={reason?.title}
		>
			<Icon name="arrow-up" />
			<span className="sr-only">{queues ? t("queue.add") : t("send")}</span>
		</button>
	);
}

/** The button where nobody knows, without script, when a question has been typed. */
export function UnscriptedSendButton() {
	const { t } = useTranslation("chat");
	return (
		<noscript>
			{import.meta.env.SSR ? (
				<button type="submit" className="composer-send">
					<Icon name="arrow-up" />
					<span className="sr-only">{t("send")}</span>
				</button>
			) : null}
		</noscript>
	);
}
