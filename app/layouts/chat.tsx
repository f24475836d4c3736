import { useState } from "react";
import { data, Outlet, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from "react-router";
import { requireAccount } from "../accounts/http/guards.server.ts";
import { PRIVATE, routeHeaders } from "../platform/http/http.server.ts";
import { AnnouncementBar } from "../shell/announcement/announcement-bar.tsx";
import type { RootLoader } from "../shell/page/root-data.server.ts";
import type { Route } from "./+types/chat";
import { ConversationActionsProvider } from "./chat/conversation-actions/conversation-actions.tsx";
import { loadFrame } from "./chat/load/load-frame.server.ts";
import { useOpening } from "./chat/load/use-opening.ts";
import { ChatSidebar } from "./chat/sidebar/sidebar.tsx";
import { SkipLink } from "./chat/skip-link.tsx";

export { ErrorBoundary } from "../shell/errors/hydrated-page-error.tsx";
export const headers = routeHeaders;
export const middleware: Route.MiddlewareFunction[] = [requireAccount];

export async function loader({ request, url, context }: Route.LoaderArgs) {
	return data(await loadFrame(request, context, url), { headers: PRIVATE });
}

/** The allowance may have changed when a prompt is refused: no message is left. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	defaultShouldRevalidate || actionStatus === 429;

/**
 * The frame of the chat: the sidebar and the main area. On a narrow screen, and where it was collapsed, the same
 * sidebar is a drawer; it is a popover, so it opens without script too.
 */
export default function ChatLayout({
	loaderData: { list, allowance, conversation, ...chat },
}: Route.ComponentProps) {
	const [folded, setFolded] = useState(chat.folded);
	const announced = useRouteLoaderData<RootLoader>("root")?.announcement != null;
	const opening = useOpening(conversation?.id ?? null);
	return (
		<>
			<SkipLink messagesLeft={allowance.left} />
			<ConversationActionsProvider>
				<div className="chat-shell" data-folded={folded || undefined} data-announced={announced || undefined}>
					<AnnouncementBar />
					<ChatSidebar
						list={list}
						allowance={allowance}
						current={opening ? opening.id : (conversation?.id ?? null)}
						folded={folded}
						onFold={setFolded}
					/>
					<Outlet />
				</div>
			</ConversationActionsProvider>
		</>
	);
}
