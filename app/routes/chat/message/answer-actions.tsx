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

/** The rating buttons. A second press removes the rating; a thumb down asks for the reason. */
function Rating({ answer, conversationId }: { answer: ShownAnswer; conversationId: string }) {
	const { t } = useTranslation("chat");
	return (
		<>
			<Thumb way="up" answer={answer} />
			<Thumb way="down" answer={answer} />
			{answer.rating === "down" ? (
				<noscript>
					{import.meta.env.SSR ? (
						<Link className="link" to={`/chat?c=${conversationId}&do=rate&m=${answer.id}`}>
							{t("rating.title")}
						</Link>
					) : null}
				</noscript>
			) : null}
		</>
	);
}

/** A form for each, because a text browser shows the value of a button beside its words. */
function Thumb({ way, answer }: { way: "up" | "down"; answer: ShownAnswer }) {
	const { t } = useTranslation("chat");
	const { openDialog, send } = useConversationActions();
	const pressed = answer.rating === way;
	const form = { intent: "rate", answerId: answer.id, rating: pressed ? "none" : way } as const;
	return (
		<form
			className="contents"
			method="post"
			action="/chat"
			onSubmit={(event) => {
				event.preventDefault();
				send(form);
				if (form.rating === "down") openDialog({ about: "rate", answerId: answer.id });
			}}
		>
			{Object.entries(form).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<IconButton
				type="submit"
				size="sm"
				iconSize="sm"
				icon={THUMBS[way][pressed ? "pressed" : "free"]}
				label={t(`rating.${way}`)}
				pressed={pressed}
			/>
		</form>
	);
}
