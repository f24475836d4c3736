import { useTranslation } from "react-i18next";
import { Link, useNavigation, useRouteLoaderData } from "react-router";
import { Icon } from "../../icons/icon.tsx";
import { ThemeToggle } from "../../layouts/theme-toggle.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Composer, type Refused } from "./composer.tsx";
import { EmptyChat } from "./empty-chat.tsx";
import type { loader } from "./index.tsx";
import { LoadingTranscript } from "./loading-transcript.tsx";
import { Transcript } from "./transcript.tsx";
import { useAsking } from "./use-asking.ts";

type Props = Awaited<ReturnType<typeof loader>>["data"] & { refused: Refused | null };

/** The sheet of the chat: its bar, the transcript or the greeting, the composer. */
export function ChatScreen(props: Props) {
	const { t } = useTranslation("chat");
	const root = useRouteLoaderData<typeof rootLoader>("root");
	const asking = useAsking(props.conversation?.id ?? "");
	const { conversation } = props;
	const last = conversation?.exchanges.at(-1);
	const empty = !conversation && !asking.pending;
	// Another conversation was chosen: its place is shown at once, not the old one until it comes.
	const { location: next, formData } = useNavigation();
	const leaving = next?.pathname === "/chat" && !formData && asking.pending === null;
	return (
		<main id="main" className="chat-panel" data-empty={empty || undefined}>
			<header className="chat-bar">
				<IconButton
					className="lg:hidden"
					icon="menu"
					iconSize="lg"
					label={t("openMenu")}
					popoverTarget="sidebar"
				/>
				{conversation ? (
					<h1 className="min-w-0 truncate text-ui font-semibold">{conversation.title}</h1>
				) : (
					<h1 className="sr-only">{t("newTitle")}</h1>
				)}
				{conversation ? null : (
					<span className="ml-auto lg:hidden">
						<ThemeToggle />
					</span>
				)}
				{conversation ? (
					<Link className="icon-btn ml-auto lg:hidden" aria-label={t("newChat")} to="/chat">
						<Icon name="square-edit-outline" />
					</Link>
				) : null}
			</header>
			{leaving ? (
				<LoadingTranscript />
			) : empty ? (
				<EmptyChat dayPart={props.dayPart} name={root?.account?.name ?? null} />
			) : (
				<Transcript
					key={conversation?.id ?? "new"}
					exchanges={conversation?.exchanges ?? []}
					pending={asking.pending}
					attemptId={props.attemptId}
				/>
			)}
			<Composer
				key={`${conversation?.id ?? "new"} ${props.asked}`}
				conversationId={conversation?.id ?? ""}
				promptId={props.promptId}
				asked={props.asked}
				limit={props.limit}
				models={props.models}
				model={conversation?.model ?? null}
				withoutModel={props.withoutModel}
				writing={last?.answer.state === "writing" ? last.answer.id : null}
				hold={props.hold}
				refused={asking.refused ?? props.refused}
				asking={asking}
			/>
		</main>
	);
}
