import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../../chat/conversations/conversations.server.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { Button } from "../../../../ui/button.tsx";
import { RetryForm } from "../retry-form.tsx";

/**
 * The notice of an answer with an act of which nobody knows whether it was done. It offers the call anew, with a consent
 * of its own. An answer that was stopped or has failed offers to go on instead.
 */
export function UnknownAct({ answer, attemptId }: { answer: ShownAnswer; attemptId: string }) {
	const { t } = useTranslation("steps");
	const { t: tc } = useTranslation("chat");
	const act = answer.rounds
		.flatMap(({ steps }) => steps)
		.find(({ state, errorCode }) => state === "unknown" && !errorCode);
	if (!act || answer.state !== "done") return null;
	return (
		<div className="inline-state">
			<Icon name="alert-circle-outline" />
			<p>
				<b>{t("unknown", { title: act.title })}</b> {t("unknownAct")}
			</p>
			<RetryForm intent="repeat" answerId={answer.id} attemptId={attemptId}>
				{(sending) => (
					<Button type="submit" variant="tonal" icon="refresh" aria-disabled={sending || undefined}>
						{tc("retry")}
					</Button>
				)}
			</RetryForm>
		</div>
	);
}
