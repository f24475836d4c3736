import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ShownAnswer } from "../../chat/conversations.server.ts";
import { useActs } from "../../layouts/chat/acts.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { AgainForm } from "./again-form.tsx";
import { AnswerDetails } from "./answer-details.tsx";
import { CopyButton } from "./copy-button.tsx";
import { readMessage } from "./read-message.ts";
import { VersionSwitch } from "./version-switch.tsx";

type Props = { answer: ShownAnswer; conversationId: string; attemptId: string };

/** What can be done about an answer that has ended. */
export function AnswerActions({ answer, conversationId, attemptId }: Props) {
	const { t } = useTranslation("chat");
	const said = answer.length > 0;
	if (!said && !answer.versions) return null;
	return (
		<div className="msg-actions">
			{said ? (
				<>
					<CopyButton read={() => readMessage(conversationId, answer.id)} />
					<AgainForm answerId={answer.id} attemptId={attemptId}>
						{() => (
							<IconButton
								type="submit"
								name="intent"
								value="regenerate"
								size="sm"
								iconSize="sm"
								icon="refresh"
								label={t("again")}
							/>
						)}
					</AgainForm>
					<Rating answer={answer} conversationId={conversationId} />
					<AnswerDetails answer={answer} />
				</>
			) : null}
			{answer.versions ? (
				<>
					<span className="sep" />
					<VersionSwitch versions={answer.versions} />
				</>
			) : null}
		</div>
	);
}

/** The thumbs. Pressed again they take it back; a thumb down asks what was wrong. */
function Rating({ answer, conversationId }: { answer: ShownAnswer; conversationId: string }) {
	const { t } = useTranslation("chat");
	const { ask, send } = useActs();
	const { id, rating } = answer;
	return (
		<form
			className="contents"
			method="post"
			action="/chat"
			onSubmit={(event) => {
				event.preventDefault();
				const { submitter } = event.nativeEvent as SubmitEvent;
				const chosen = (submitter as HTMLButtonElement | null)?.value ?? "none";
				send({ intent: "rate", answerId: id, rating: chosen });
				if (chosen === "down") ask({ about: "rate", answerId: id });
			}}
		>
			<input type="hidden" name="intent" value="rate" />
			<input type="hidden" name="answerId" value={id} />
			<IconButton
				type="submit"
				name="rating"
				value={rating === "up" ? "none" : "up"}
				size="sm"
				iconSize="sm"
				icon={rating === "up" ? "thumb-up" : "thumb-up-outline"}
				label={t("rating.up")}
				pressed={rating === "up"}
			/>
			<IconButton
				type="submit"
				name="rating"
				value={rating === "down" ? "none" : "down"}
				size="sm"
				iconSize="sm"
				icon={rating === "down" ? "thumb-down" : "thumb-down-outline"}
				label={t("rating.down")}
				pressed={rating === "down"}
			/>
			{rating === "down" ? (
				<noscript>
					<Link className="link" to={`/chat?c=${conversationId}&do=rate&m=${id}`}>
						{t("rating.title")}
					</Link>
				</noscript>
			) : null}
		</form>
	);
}
