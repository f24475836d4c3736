import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import type { ShownAnswer } from "../../chat/conversations.server.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Unscripted } from "./stop-form.tsx";

/** What can be done about the last answer. */
export function AnswerActions({ answer, attemptId }: { answer: ShownAnswer; attemptId: string }) {
	const { t } = useTranslation("chat");
	const fetcher = useFetcher();
	if (answer.state !== "done") return null;
	return (
		<fetcher.Form className="msg-actions" method="post" action="/chat">
			<input type="hidden" name="answerId" value={answer.id} />
			<input type="hidden" name="attemptId" value={attemptId} />
			<Unscripted />
			<IconButton
				type="submit"
				name="intent"
				value="regenerate"
				size="sm"
				icon="refresh"
				label={t("again")}
			/>
		</fetcher.Form>
	);
}
