import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { endingOf } from "./ending.ts";
import { RetryForm } from "./retry-form.tsx";

/** The outcome of an answer that was not completed, and the button to go on. */
export function AnswerEnding({ answer, attemptId }: { answer: ShownAnswer; attemptId: string }) {
	const { t } = useTranslation("chat");
	const ending = endingOf(answer, t);
	if (!ending) return null;
	const { failed, title, text, wayOn } = ending;
	return (
		<div className={failed ? "inline-state inline-state-error" : "inline-state"}>
			<Icon name="alert-circle-outline" />
			<p>
				<b>{title}</b> {text}
			</p>
			{wayOn ? (
				<RetryForm intent={wayOn} answerId={answer.id} attemptId={attemptId}>
					{(sending) => (
						<Button type="submit" variant="tonal" aria-disabled={sending || undefined}>
							{wayOn === "regenerate" ? t("retry") : t("goOn")}
						</Button>
					)}
				</RetryForm>
			) : null}
		</div>
	);
}
