import { useTranslation } from "react-i18next";
import type { ShownExchange } from "../../chat/conversations.server.ts";
import { Icon } from "../../icons/icon.tsx";
import { AnswerBubble, AnswerPending } from "./answer-bubble.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";

type Props = { exchanges: ShownExchange[]; pending: string | null; attemptId: string };

/**
 * The messages, oldest first. A log that is silent while it grows: a screen reader hears each answer
 * once, when it is done (see `AnswerBubble`), and not every piece.
 */
export function Transcript({ exchanges, pending, attemptId }: Props) {
	const { t } = useTranslation("chat");
	const { scroller, atEnd, toEnd } = useStickToEnd();
	const lastId = exchanges.at(-1)?.answer.id;
	return (
		<>
			<div className="chat-scroll" ref={scroller} tabIndex={-1}>
				<div className="thread" role="log" aria-label={t("transcript")} aria-live="off">
					{exchanges.map(({ prompt, answer }) => (
						<Exchange key={answer.id}>
							<PromptBubble id={prompt.id} text={prompt.text} />
							<AnswerBubble answer={answer} last={answer.id === lastId} attemptId={attemptId} />
						</Exchange>
					))}
					{pending === null ? null : (
						<Exchange>
							<PromptBubble text={pending} />
							<AnswerPending />
						</Exchange>
					)}
				</div>
				{/* Where a browser without script is led: the newest words. */}
				<div id="last" />
			</div>
			{atEnd ? null : (
				<div className="relative">
					<button type="button" className="to-last" onClick={toEnd}>
						<Icon name="arrow-down" size="sm" />
						{t("toLast")}
					</button>
				</div>
			)}
		</>
	);
}

const Exchange = ({ children }: { children: React.ReactNode }) => <div className="exchange">{children}</div>;

function PromptBubble({ id, text }: { id?: string; text: string }) {
	const { t } = useTranslation("chat");
	return (
		<article className="msg-user" aria-label={t("yours")} data-message-id={id} data-role="user">
			<div className="bubble">{text}</div>
		</article>
	);
}
