import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useRouteLoaderData } from "react-router";
import type { loader as chatLoader } from "../routes/chat/index.tsx";
import { buttonClass } from "../ui/button.tsx";
import { ActsProvider } from "./chat/acts.tsx";
import { ChatSidebar } from "./chat/sidebar.tsx";

export { ErrorBoundary } from "./application-error.tsx";

/**
 * The frame of the chat: the sidebar and the sheet. On a narrow screen, and where it was folded, the same sidebar
 * is a drawer; it is a popover, so it opens without script too.
 */
export default function ChatLayout() {
	const { t } = useTranslation("chat");
	const chat = useRouteLoaderData<typeof chatLoader>("routes/chat/index");
	const [folded, setFolded] = useState(chat?.folded ?? false);
	return (
		<>
			<a className={`${buttonClass({ variant: "primary" })} skip-link`} href="#message">
				{t("toComposer")}
			</a>
			<ActsProvider>
				<div className="chat-shell" data-folded={folded || undefined}>
					<ChatSidebar
						list={chat?.list}
						allowance={chat?.allowance}
						current={chat?.conversation?.id ?? null}
						folded={folded}
						onFold={setFolded}
					/>
					<Outlet />
				</div>
			</ActsProvider>
		</>
	);
}
