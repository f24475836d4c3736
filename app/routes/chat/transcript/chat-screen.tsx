import { useRouteLoaderData } from "react-router";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { useOpening } from "../../../layouts/chat/load/use-opening.ts";
import type { loader as rootLoader } from "../../../root.tsx";
import { useFocusRestore } from "../../../ui/use-focus-restore.ts";
import type { SelectionProblem } from "../actions/chat-form.server.ts";
import { Composer } from "../composer/composer.tsx";
import type { RefusedPrompt } from "../composer/refused-prompt.tsx";
import { useIsPromptPending, usePendingPrompt } from "../composer/use-pending-prompt.ts";
import { Announcer } from "../live/announcer.tsx";
import { useOtherTabs } from "../live/use-other-tabs.ts";
import type { LoadedChat } from "../load/load-chat.server.ts";
import { ConversationActionPage } from "../no-script/conversation-action-page.tsx";
import { DeletedNotice } from "../no-script/deleted-notice.tsx";
import { SearchResults } from "../search/search-results.tsx";
import { SelectPage } from "../select/select-page.tsx";
import { ChatBar } from "./chat-bar.tsx";
import { EmptyChat } from "./empty-chat.tsx";
import { EXCHANGE, focusFallbackInChat } from "./focus-fallback.ts";
import { LoadingTranscript } from "./loading-transcript.tsx";
import { Transcript } from "./transcript.tsx";

type Props = LoadedChat & { refused: RefusedPrompt | null; selectionProblem: SelectionProblem | null };

/** The chat's main area: its bar, the transcript or the greeting, the composer. */
export function ChatScreen(props: Props) {
	const root = useRouteLoaderData<typeof rootLoader>("root");
	const frame = useFrame();
	const prompt = usePendingPrompt(props.conversation?.id ?? "");
	const { conversation, actionPage, search } = props;
	useFocusRestore(focusFallbackInChat, EXCHANGE);
	const last = conversation?.exchanges.at(-1);
	useOtherTabs(conversation?.id ?? null, last?.answer.id ?? null, useIsPromptPending());
	// A navigation to another conversation shows its loading state at once instead of the old transcript.
	const opening = useOpening(conversation?.id ?? null);
	const leaving = opening !== null && prompt.pending === null;
	const listed = frame.list.groups.flatMap(({ conversations }) => conversations);
	const titled = leaving ? listed.find(({ id }) => id === opening.id) : frame.conversation;
	const empty = !conversation && !search && !prompt.pending && actionPage !== "select" && !leaving;
	const editing = actionPage === "edit" ? props.message : null;
	const refused = prompt.refused ?? props.refused;
	return (
		<main id="main" className="chat-panel" data-empty={empty || undefined}>
			<Announcer conversationId={conversation?.id ?? null} answer={last?.answer ?? null} />
			<ChatBar conversation={titled ?? null} search={search} />
			{props.deleted ? (
				<DeletedNotice {...props.deleted} returnTo={actionPage === "select" ? "/chat?do=select" : ""} />
			) : null}
			{leaving ? (
				<LoadingTranscript />
			) : actionPage === "select" ? (
				<SelectPage list={frame.list} problem={props.selectionProblem} />
			) : actionPage && actionPage !== "edit" && frame.conversation ? (
				<ConversationActionPage page={actionPage} conversation={frame.conversation} message={props.message} />
			) : search ? (
				<SearchResults {...search} />
			) : empty ? (
				<EmptyChat dayPart={props.dayPart} name={root?.account?.name ?? null} />
			) : (
				<Transcript
					key={`transcript ${conversation?.id ?? "new"} ${props.message ?? ""}`}
					conversation={conversation}
					pending={prompt.pending}
					byItself={prompt.byItself}
					attemptId={props.attemptId}
					promptId={props.promptId}
					message={props.message}
					editing={editing}
					refused={refused}
					canAsk={frame.allowance.left > 0 || last?.answer.state === "writing"}
				/>
			)}
			{actionPage && actionPage !== "edit" ? null : (
				<Composer
					key={`composer ${conversation?.id ?? "new"} ${props.asked}`}
					conversationId={conversation?.id ?? ""}
					promptId={props.promptId}
					asked={props.asked}
					limit={props.limit}
					models={frame.models}
					model={frame.conversation?.model ?? null}
					withoutModel={frame.withoutModel}
					writing={last?.answer.state === "writing" ? last.answer.id : null}
					stopping={last?.answer.stopping ?? false}
					done={last?.answer.state === "done"}
					hold={props.hold}
					after={last?.answer.id ?? null}
					shown={conversation?.exchanges.map(({ prompt }) => prompt.id) ?? []}
					shownFiles={conversation?.exchanges.flatMap(({ prompt }) => prompt.files.map(({ id }) => id)) ?? []}
					owner={root?.account?.email ?? ""}
					allowance={frame.allowance}
					refused={editing && refused?.intent === "edit" ? null : refused}
					prompt={prompt}
				/>
			)}
		</main>
	);
}
