import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ShownCollection } from "../../../files/collections/collections.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { useConversationActions } from "../../../layouts/chat/conversation-actions/use-conversation-actions.ts";
import type { OpenConversation } from "../../../layouts/chat/load/use-frame.ts";
import type { LoadedSearch } from "../../../layouts/chat/search/load-search.server.ts";
import { useConversationMenu } from "../../../layouts/chat/sidebar/conversation-menu.tsx";
import { ThemeToggle } from "../../../shell/site/theme-toggle.tsx";
import { IconButton, IconLink } from "../../../ui/icon-button.tsx";

type Titled = Pick<OpenConversation, "id" | "title" | "pinned" | "archived">;
type Props = {
	conversation: Titled | null;
	collections: readonly ShownCollection[];
	search: LoadedSearch | null;
};

/** The bar above the main area: the title of the conversation that is open or about to be, and its actions. */
export function ChatBar({ conversation, collections, search }: Props) {
	const { t } = useTranslation(["chat", "history"]);
	return (
		<header className="chat-bar">
			<IconButton
				className="drawer-only"
				icon="menu"
				iconSize="lg"
				label={t("openMenu")}
				popoverTarget="sidebar"
			/>
			{conversation ? (
				<h1 className="min-w-0 truncate text-ui font-semibold">{conversation.title}</h1>
			) : (
				<h1 className="sr-only">{search ? t("history:search.label") : t("newTitle")}</h1>
			)}
			{conversation && collections.length > 0 ? <CollectionsChip collections={collections} /> : null}
			{conversation ? (
				<BarActions {...conversation} />
			) : (
				<span className="ml-auto lg:hidden">
					<ThemeToggle />
				</span>
			)}
		</header>
	);
}

/** The collection that the conversation knows; of several, how many. */
function CollectionsChip({ collections }: Pick<Props, "collections">) {
	const { t } = useTranslation("files");
	const [one, ...others] = collections;
	const text =
		one && others.length === 0
			? t("collections.one", { name: one.name })
			: t("collections.several", { count: collections.length });
	const to = one && others.length === 0 ? `/documents?collection=${one.id}` : "/documents";
	return (
		<a className="chip chip-primary bar-chip max-md:hidden" href={to} title={text}>
			<Icon name="folder-text-outline" size="sm" />
			<span>{text}</span>
		</a>
	);
}

function BarActions({ id, title, pinned, archived }: Titled) {
	const { t } = useTranslation("chat");
	const { send } = useConversationActions();
	const { menu, button } = useConversationMenu();
	return (
		<div className="ml-auto flex items-center">
			<form
				className="max-sm:hidden"
				method="post"
				action="/chat"
				onSubmit={(event) => {
					event.preventDefault();
					send({ intent: "pin", conversationId: id, pinned: pinned ? "0" : "1" });
				}}
			>
				<input type="hidden" name="intent" value="pin" />
				<input type="hidden" name="conversationId" value={id} />
				<input type="hidden" name="pinned" value={pinned ? "0" : "1"} />
				<IconButton
					type="submit"
					icon={pinned ? "pin" : "pin-outline"}
					label={t("action.pinChat")}
					pressed={pinned}
				/>
			</form>
			<IconLink
				className="max-sm:hidden"
				icon="tray-arrow-down"
				label={t("action.exportChat")}
				to={`/chat/export?c=${id}&format=md`}
				download
			/>
			<Link className="icon-btn drawer-only" to="/chat">
				<Icon name="square-edit-outline" />
				<span className="sr-only">{t("newChat")}</span>{" "}
			</Link>
			{button({ id, title, pinned, archived }, t("actions"))}
			{menu}
		</div>
	);
}
