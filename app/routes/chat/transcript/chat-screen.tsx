import { use, useEffect, useMemo, useState } from "react";
import { preloadModule } from "react-dom";
import { useNavigation, useRouteLoaderData } from "react-router";
import type { ShownConversation } from "../../../chat/conversations/conversations.server.ts";
import { useFrame } from "../../../layouts/chat/load/use-frame.ts";
import { useOpening } from "../../../layouts/chat/load/use-opening.ts";
import type { loader as rootLoader } from "../../../root.tsx";
import { StaticPageAssetsContext } from "../../../shell/static-page/static-page-assets.ts";
import { useFocusRestore } from "../../../ui/use-focus-restore.ts";
import type { SelectionProblem } from "../actions/chat-form.server.ts";
import { Composer } from "../composer/composer.tsx";
import { NOT_LOADED } from "../composer/composer-props.ts";
import type { RefusedPrompt } from "../composer/refused-prompt.tsx";
import { choicesOf, usePendingPrompt, useStartingForm } from "../composer/use-pending-prompt.ts";
import { Announcer } from "../live/announcer.tsx";
import { useBegunAnswer } from "../live/begun-answers.ts";
import { useOtherTabs } from "../live/use-other-tabs.ts";
import { withBegunAnswer } from "../live/with-begun-answer.ts";
import type { LoadedChat } from "../load/load-chat.server.ts";
import { DeletedNotice } from "../no-script/deleted-notice.tsx";
import { ChatBar } from "./chat-bar.tsx";
import { EmptyChat } from "./empty-chat.tsx";
import { EXCHANGE, focusFallbackInChat } from "./focus-fallback.ts";
import { LoadingTranscript } from "./loading-transcript.tsx";
import { ConversationActionPage, PickScreen, SearchResults, SelectPage, Transcript } from "./main-parts.ts";

type Props = LoadedChat & { refused: RefusedPrompt | null; selectionProblem: SelectionProblem | null };

const NOBODY = { id: "", email: "" };

/** The chat's main area: its bar, the transcript or the greeting, the composer. */
export function ChatScreen(props: Props) {
	usePreloads(props);
	const root = useRouteLoaderData<typeof rootLoader>("root");
	const frame = useFrame();
	const prompt = usePendingPrompt(props.conversation?.id ?? "");
	const { actionPage, search } = props;
	const starting = useStartingForm();
	const { location: next } = useNavigation();
	const goal = next?.pathname === "/chat" ? new URLSearchParams(next.search).get("c") : undefined;
	// An exchange that a prompt, or another attempt, has begun is shown before the page's data comes.
	const { conversation, begun } = useWithBegun(props.conversation, goal, starting);
	const promptId = begun?.nextPromptId ?? props.promptId;
	const pending = begun ? null : prompt.pending;
	useFocusRestore(focusFallbackInChat, EXCHANGE);
	const last = conversation?.exchanges.at(-1);
	useOtherTabs(conversation?.id ?? null, last?.answer.id ?? null, starting !== undefined);
	// Not always the last one on the page, which may show another version or another part.
	const running = conversation?.running;
	const answers = conversation?.exchanges.map(({ answer }) => answer) ?? [];
	/** An answer that was written to its end unseen. */
	const [doneUnseen, setDoneUnseen] = useState("");
	// A navigation to another conversation shows its loading state at once instead of the old transcript.
	const opening = useOpening(conversation?.id ?? null);
	const leaving = opening !== null && pending === null;
	const listed = frame.list.groups.flatMap(({ conversations }) => conversations);
	const titled = leaving ? listed.find(({ id }) => id === opening.id) : frame.conversation;
	const empty = !conversation && !search && !pending && actionPage !== "select" && !leaving;
	const comes = leaving || pending !== null;
	useEffect(() => {
		if (comes) Transcript.preload();
	}, [comes]);
	// The chat of a form without script may be gone: then its text is in the composer of a new one.
	const editing = conversation && actionPage === "edit" ? props.message : null;
	const refused = prompt.refused ?? props.refused;
	const choices = frame.conversation ?? choicesOf(starting);
	const nextPrompt = usePendingPrompt(leaving ? (opening.id ?? "") : (props.conversation?.id ?? ""));
	// Text typed while a conversation is opening is already its own.
	const composer = leaving
		? { ...NOT_LOADED, conversationId: opening.id ?? "", asked: opening.asked, prompt: nextPrompt }
		: {
				opening: false,
				conversationId: conversation?.id ?? "",
				// The question of the address has become the first one of the conversation.
				asked: begun && !props.conversation ? "" : props.asked,
				model: choices.model,
				switches: choices.switches,
				writing: running && !running.waits ? running.id : null,
				waits: running?.waits ? running.id : null,
				stopping: running?.stopping ?? false,
				isDone: (answerId: string) =>
					answerId === doneUnseen || answers.some(({ id, state }) => id === answerId && state === "done"),
				// What a page without script loads anew is the end of the branch, and not what is read here.
				hold: props.hold || !answers.some(({ id }) => id === running?.id),
				after: last?.answer.id ?? null,
				shown: conversation?.exchanges.map(({ prompt }) => prompt.id) ?? [],
				shownFiles: conversation?.exchanges.flatMap(({ prompt }) => prompt.files) ?? [],
				collections: frame.collections,
				picked: props.picked,
				refused: editing && refused?.intent === "edit" ? null : refused,
				prompt: begun ? { ...prompt, pending } : prompt,
			};
	return (
		<main id="main" className="chat-panel" data-empty={empty || undefined} data-part={shownPart(props)}>
			<Announcer conversationId={conversation?.id ?? null} answers={answers} />
			<ChatBar conversation={titled ?? null} collections={leaving ? [] : frame.collections} search={search} />
			{props.deleted ? (
				<DeletedNotice {...props.deleted} returnTo={actionPage === "select" ? "/chat?do=select" : ""} />
			) : null}
			{props.refused?.pick ? (
				<PickScreen
					pick={props.refused.pick}
					question={props.refused}
					conversationId={conversation?.id ?? ""}
					after={last?.answer.id ?? null}
				/>
			) : leaving ? (
				<LoadingTranscript />
			) : actionPage === "select" ? (
				<SelectPage list={frame.list} problem={props.selectionProblem} />
			) : actionPage && actionPage !== "edit" && frame.conversation ? (
				<ConversationActionPage
					page={actionPage}
					conversation={frame.conversation}
					message={props.message}
					grants={props.grants}
				/>
			) : search ? (
				<SearchResults {...search} />
			) : empty ? (
				<EmptyChat
					dayPart={props.dayPart}
					name={root?.account?.name ?? null}
					source={frame.source}
					ways={frame.waysToModel}
					model={frame.models[0]?.title ?? ""}
					suggestions={frame.suggestions}
				/>
			) : (
				<Transcript
					key={`transcript ${conversation?.id ?? "new"} ${props.message ?? ""}`}
					conversation={conversation}
					pending={pending}
					byItself={prompt.byItself}
					attemptId={props.attemptId}
					promptId={promptId}
					message={props.message}
					editing={editing}
					refused={refused}
					canAsk={frame.allowance.left > 0 || running != null}
					onDone={setDoneUnseen}
				/>
			)}
			{props.refused?.pick || (actionPage && actionPage !== "edit") ? null : (
				<Composer
					key={`composer ${composer.conversationId || "new"} ${composer.asked}`}
					{...composer}
					promptId={promptId}
					limit={props.limit}
					models={frame.models}
					withoutModel={frame.source === "faq"}
					owner={root?.account ?? NOBODY}
					allowance={frame.allowance}
				/>
			)}
		</main>
	);
}

/** Names the scripts of a transcript in the page that shows it, on the server: they come with the others and not after. */
function usePreloads(props: Props): void {
	const assets = use(StaticPageAssetsContext);
	if (!assets || shownPart(props) !== "transcript") return;
	for (const url of assets.transcriptScripts) preloadModule(url, { as: "script", nonce: assets.nonce });
}

/** The part that the server has rendered beside the bar and the composer, for `part()`; none for an empty chat. */
function shownPart({ refused, actionPage, search, conversation }: Props): string | undefined {
	if (refused?.pick) return "pick";
	if (actionPage === "select") return "select";
	if (actionPage && actionPage !== "edit" && conversation) return "action";
	if (search) return "search";
	return conversation ? "transcript" : undefined;
}

/**
 * @param goal the conversation that a navigation leads to, undefined without one
 * @param form that starts an answer
 * @returns the conversation to show, and the answer in it that the page's data does not have yet
 */
function useWithBegun(
	conversation: ShownConversation | null,
	goal: string | null | undefined,
	form: FormData | undefined,
) {
	const answer = useBegunAnswer(form);
	// The exchange is shown once the redirect is under way: it may take the place of the form, and the framework drops
	// the redirect of a form that is gone.
	const mayShow = goal === answer?.conversationId;
	const shown = useMemo(
		() => (answer && form && mayShow ? withBegunAnswer(conversation, form, answer) : conversation),
		[conversation, form, answer, mayShow],
	);
	return { conversation: shown, begun: shown === conversation ? undefined : answer };
}
