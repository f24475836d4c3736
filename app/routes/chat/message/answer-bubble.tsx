import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ShownAnswer } from "../../../chat/conversations/conversations.server.ts";
import { CitationRenderer } from "../../../chat/markdown/view/citation-place.tsx";
import { wholeCode } from "../../../chat/markdown/view/whole-code.ts";
import type { ShownFile } from "../../../files/attachments.server.ts";
import type { DeletedFile } from "../../../files/files-of-prompts.server.ts";
import { LogoStamp } from "../../../ui/logo.tsx";
import { SignedOut } from "../composer/signed-out.tsx";
import { useAnswer } from "../live/use-answer.ts";
import { WaitingNote } from "../live/waiting-note.tsx";
import { readMessage } from "../load/read-message.ts";
import { AnswerActions } from "./answer-actions.tsx";
import { AnswerOutcome } from "./answer-outcome.tsx";
import { ConsentForm } from "./consent/consent-form.tsx";
import { UnknownAct } from "./consent/unknown-act.tsx";
import { GivenDocuments } from "./given-documents.tsx";
import { fileOf, LongNote } from "./long-note.tsx";
import { RetryRefused } from "./retry-form.tsx";
import { Citation } from "./sources/citation.tsx";
import { SourceList } from "./sources/source-list.tsx";
import { SourcesContext } from "./sources/sources-context.ts";
import { SpareNote } from "./spare-note.tsx";
import { AnswerParts } from "./steps/answer-parts.tsx";

type Props = {
	answer: ShownAnswer;
	conversationId: string;
	/** The address links to it. */
	linked: boolean;
	attemptId: string;
	/** The files of its question, with their latest states. */
	files: readonly ShownFile[];
	/** The files of its question that were deleted since. */
	deletedFiles: readonly DeletedFile[];
};

const isUnread = ({ state }: ShownFile) => state === "waiting" || state === "reading";

/** One answer: live while it is running, then final, with its actions. */
export function AnswerBubble({ answer, conversationId, linked, attemptId, files, deletedFiles }: Props) {
	const { t } = useTranslation("chat");
	const { t: tf } = useTranslation("files");
	const { t: tst } = useTranslation("steps");
	const live = useAnswer(answer);
	const writing = answer.state === "writing";
	const noteTexts = t("notes", { returnObjects: true });
	const copyTexts = { copy: t("copy"), copied: t("copied"), notCopied: t("notCopied") };
	const labels = { ...copyTexts, code: t("code"), ...noteTexts };
	const whole = async (shown: string) =>
		wholeCode(await readMessage(conversationId, answer.id, { alone: true }), shown);
	const { given, webSources } = live;
	const sources = useMemo(
		() => ({ given, webSources, conversationId, answerId: answer.id }),
		[given, webSources, conversationId, answer.id],
	);
	const asking = writing
		? live.rounds.flatMap(({ steps }) => steps.filter(({ state }) => state === "waiting"))
		: [];
	const unread = files.filter(isUnread).length;
	const silent = writing && !live.signedOut && live.blocks.length === 0;
	return (
		<article
			className="msg-ai"
			id={`m-${answer.id}`}
			aria-labelledby={`by-${answer.id}`}
			aria-busy={(writing && !live.signedOut && asking.length === 0) || undefined}
			data-linked={linked || undefined}
			data-message-id={answer.id}
			data-role="assistant"
			data-state={live.signedOut ? "interrupted" : asking.length > 0 ? "waiting" : answer.state}
		>
			<h2 className="sr-only" id={`by-${answer.id}`}>
				{t("answer")}
			</h2>
			<LogoStamp className="msg-mark" />
			<div className="msg-body">
				<GivenDocuments given={live.given} carded={[...files, ...deletedFiles].map(({ id }) => id)} />
				{live.spareFor ? <SpareNote model={live.model} spareFor={live.spareFor} /> : null}
				{live.contextCut > 0 ? <p className="msg-note">{t("contextCut")}</p> : null}
				<SourcesContext value={sources}>
					<CitationRenderer value={Citation}>
						<AnswerParts
							blocks={live.blocks}
							reasoning={live.signedOut ? { ...live.reasoning, running: false } : live.reasoning}
							rounds={live.rounds}
							ended={!writing}
							complete={answer.state === "done"}
							answerId={answer.id}
							conversationId={conversationId}
							labels={writing ? labels : { ...labels, whole }}
						/>
					</CitationRenderer>
				</SourcesContext>
				{answer.toolsRefused ? <p className="msg-note">{tst("refused")}</p> : null}
				{answer.effortRefused ? <p className="msg-note">{tst("effortRefused")}</p> : null}
				<LongNote blocks={live.blocks} file={writing ? null : fileOf(conversationId, answer.id)} />
				{asking.map((step) => (
					<ConsentForm key={step.id} step={step} />
				))}
				{silent && unread > 0 ? (
					<p className="msg-note">{tf("readingDocuments", { count: unread })}</p>
				) : null}
				{silent && live.waiting ? <WaitingNote waiting={live.waiting} /> : null}
				{silent && !live.reasoning.running ? <Typing /> : null}
				{live.signedOut ? <SignedOut /> : null}
				{writing ? null : <SourceList blocks={live.blocks} sources={sources} />}
				{writing ? null : <AnswerOutcome answer={answer} attemptId={attemptId} />}
				{writing ? null : <UnknownAct answer={answer} attemptId={attemptId} />}
				{writing ? null : <AnswerActions {...{ answer, conversationId, attemptId }} />}
				{writing ? null : <RetryRefused answerId={answer.id} />}
			</div>
		</article>
	);
}

/** The placeholder of an answer while the prompt is being sent. */
export function AnswerPending() {
	const { t } = useTranslation("chat");
	return (
		<article className="msg-ai" aria-busy="true" aria-label={t("answer")}>
			<LogoStamp className="msg-mark" />
			<div className="msg-body">
				<Typing />
			</div>
		</article>
	);
}

const Typing = () => (
	<span className="typing" aria-hidden="true">
		<i />
		<i />
		<i />
	</span>
);
