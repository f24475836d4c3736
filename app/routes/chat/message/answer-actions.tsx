import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { useConversationActions } from "../../../layouts/chat/conversation-actions/use-conversation-actions.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { readMessage } from "../load/read-message.ts";
import { AnswerDetails } from "./answer-details.tsx";
import { CopyMessageButton } from "./copy-message-button.tsx";
import { RegenerateMenu } from "./regenerate-menu.tsx";
import { VersionSwitch } from "./version-switch.tsx";

type Props = { answer: ShownAnswer; conversationId: string; attemptId: string };

/** The actions on a finished answer. */
export function AnswerActions({ answer, conversationId, attemptId }: Props) {
	const hasText = answer.length > 0;
	if (!hasText && !answer.versions) return null;
	return (
		<div className="msg-actions">
			{hasText ? (
				<>
					<CopyMessageButton read={() => readMessage(conversationId, answer.id)} />
					<RegenerateMenu answer={answer} attemptId={attemptId} />
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

const THUMBS = {
	up: { pressed: "thumb-up", free: "thumb-up-outline" },
	down: { pressed: "thumb-down", free: "thumb-down-outline" },
} as const;

/** The rating buttons, in one form. A second press removes the rating; a thumb down asks for the reason. */
function Rating({ answer: { id, rating }, conversationId }: { answer: ShownAnswer; conversationId: string }) {
	const { t } = useTranslation("chat");
	const { openDialog, send } = useConversationActions();
	return (
		<>
			<form
				className="contents"
				method="post"
				action="/chat"
				onSubmit={(event) => {
					const { submitter } = event.nativeEvent as SubmitEvent;
					if (!(submitter instanceof HTMLButtonElement)) return;
					event.preventDefault();
					send({ intent: "rate", answerId: id, rating: submitter.value });
					if (submitter.value === "down") openDialog({ about: "rate", answerId: id });
				}}
			>
				<input type="hidden" name="intent" value="rate" />
				<input type="hidden" name="answerId" value={id} />
				<Thumb way="up" rating={rating} />
				<Thumb way="down" rating={rating} />
			</form>
			{rating === "down" ? (
				<noscript>
					{import.meta.env.SSR ? (
						<Link className="link" to={`/chat?c=${conversationId}&do=rate&m=${id}`}>
							{t("rating.title")}
						</Link>
					) : null}
				</noscript>
			) : null}
		</>
	);
}

function Thumb({ way, rating }: { way: "up" | "down"; rating: ShownAnswer["rating"] }) {
	const { t } = useTranslation("chat");
	const pressed = rating === way;
	return (
		<IconButton
			type="submit"
			name="rating"
			value={pressed ? "none" : way}
			size="sm"
			iconSize="sm"
			icon={THUMBS[way][pressed ? "pressed" : "free"]}
			label={t(`rating.${way}`)}
			pressed={pressed}
		/>
	);
}
