import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { Button } from "../../../ui/button.tsx";
import { outcomeOf } from "./outcome-texts.ts";
import { RetryForm } from "./retry-form.tsx";

/** The outcome of an answer that was not completed, and the button to go on. */
export function AnswerOutcome({ answer, attemptId }: { answer: ShownAnswer; attemptId: string }) {
	const { t } = useTranslation("chat");
	const outcome = outcomeOf(answer, t);
	if (!outcome) return null;
	const { failed, title, text, nextAction } = outcome;
	return (
		<div className={failed ? "inline-state inline-state-error" : "inline-state"}>
			<Icon name={iconOf(answer)} />
			<p>
				<b>{title}</b> {text}
			</p>
			{nextAction ? (
				<RetryForm
					intent={nextAction}
					answerId={answer.id}
					attemptId={attemptId}
					seen={nextAction === "continue" ? answer.state : undefined}
				>
					{(sending) => (
						<Button
							type="submit"
							variant={failed ? "primary" : "tonal"}
							icon={nextAction === "regenerate" ? "refresh" : "play"}
							aria-disabled={sending || undefined}
						>
							{nextAction === "regenerate" ? t("retry") : t("continue")}
						</Button>
					)}
				</RetryForm>
			) : null}
		</div>
	);
}

function iconOf({ state }: ShownAnswer): IconName {
	if (state === "stopped") return "pause-circle-outline";
	return state === "failed" ? "cloud-alert-outline" : "alert-circle-outline";
}
