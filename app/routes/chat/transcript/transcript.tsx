import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ShownConversation } from "../../../chat/conversations/conversations.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { LogoStampPad } from "../../../ui/logo.tsx";
import { useFocusRestore } from "../../../ui/use-focus-restore.ts";
import { useScripted } from "../../../ui/use-scripted.ts";
import type { RefusedPrompt } from "../composer/refused-prompt.tsx";
import { useHiddenAnswer } from "../live/use-hidden-answer.ts";
import { AnswerPending } from "../message/answer-bubble.tsx";
import { AskAboutSelection } from "../message/ask-about-selection.tsx";
import { Exchange, ExchangeBox } from "./exchange.tsx";
import { EXCHANGE, focusFallbackInChat } from "./focus-fallback.ts";
import { usePages } from "./use-pages.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

export type TranscriptProps = {
	conversation: ShownConversation | null;
	pending: string | null;
	/** The pending prompt had waited and goes by itself. */
	byItself: boolean;
	attemptId: string;
	promptId: string;
	/** The message in the address. */
	message: string | null;
	/** The prompt edited on a page without script, and its validation error. */
	editing: string | null;
	refused: RefusedPrompt | null;
	/** The composer is shown. */
	canAsk: boolean;
	/** Receives the id of an answer that was written to its end unseen. */
	onDone: (answerId: string) => void;
};

/**
 * The messages, oldest first. `aria-live` is off: `Announcer` announces each answer once, when it is finished, and
 * not every piece.
 */
export default function Transcript({
	conversation,
	pending,
	attemptId,
	promptId,
	message,
	editing,
	canAsk,
	...props
}: TranscriptProps) {
	const { t } = useTranslation("chat");
	const { scroller, atEnd, toEnd } = useStickToEnd(message);
	const scripted = useScripted();
	const pages = usePages(conversation, scroller);
	const running = conversation?.running?.id ?? null;
	const isShown = pages.shown.some(({ answer }) => answer.id === running);
	useHiddenAnswer(isShown ? null : running, props.onDone);
	// Loading more pages re-renders this component alone, without the screen, which restores the focus too.
	useFocusRestore(focusFallbackInChat, EXCHANGE);
	const here = `/chat?c=${conversation?.id}`;
	const showEnd = () => {
		pages.toEnd();
		toEnd();
	};
	// Sending a prompt scrolls to it, also from far above; one that goes by itself does not move a reader.
	const asks = pending !== null && (!props.byItself || atEnd);
	const showAsked = useEffectEvent(showEnd);
	useEffect(() => {
		if (asks) showAsked();
	}, [asks]);
	const atLast = atEnd && !pages.later && !conversation?.later;
	return (
		<>
			<LogoStampPad />
			{canAsk && scripted ? (
				<a className={buttonClass({ variant: "primary" }, "skip-link")} href="#message">
					{t("toComposer")}
				</a>
			) : null}
			<div className="chat-scroll" ref={scroller} tabIndex={-1}>
				<div className="thread" role="log" aria-label={t("transcript")} aria-live="off">
					{pages.earlier ? (
						<Link
							className={buttonClass({ variant: "text" }, "thread-more")}
							to={`${here}&before=${pages.shown[0]?.answer.id}`}
							aria-disabled={pages.loading || undefined}
							onClick={(event) => {
								event.preventDefault();
								if (!pages.loading) pages.showEarlier();
							}}
						>
							{pages.loading ? t("loading") : t("showEarlier")}
						</Link>
					) : null}
					{pages.shown.map((exchange) => (
						<Exchange
							key={exchange.answer.id}
							exchange={exchange}
							conversationId={conversation?.id ?? ""}
							promptId={promptId}
							attemptId={attemptId}
							message={message}
							editing={exchange.prompt.id === editing}
							refused={props.refused}
						/>
					))}
					{pages.later ? (
						<button
							type="button"
							className={buttonClass({ variant: "text" }, "thread-more")}
							onClick={pages.showLater}
						>
							{t("showLater")}
						</button>
					) : null}
					{conversation?.later ? (
						<Link className={buttonClass({ variant: "text" }, "thread-more")} to={`${here}#last`}>
							{t("toLast")}
						</Link>
					) : null}
					{pending === null ? null : (
						<ExchangeBox>
							<article className="msg-user" aria-label={t("yours")} data-role="user">
								<div className="bubble">{pending}</div>
							</article>
							<AnswerPending />
						</ExchangeBox>
					)}
				</div>
				{/* The scroll target of browsers without script: the newest text. */}
				<div id="last" />
			</div>
			{atLast || conversation?.later ? null : (
				<div className="to-last-place script-only">
					<button type="button" className="to-last" onClick={showEnd}>
						<Icon name="arrow-down" size="sm" />
						{t("toLast")}
					</button>
				</div>
			)}
			<AskAboutSelection />
		</>
	);
}
