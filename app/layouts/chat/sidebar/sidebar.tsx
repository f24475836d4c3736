import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useRouteLoaderData } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import type { loader as rootLoader } from "../../../root.tsx";
import { TransitionLink } from "../../../shell/site/transition-link.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import type { LoadedAllowance } from "../load/load-allowance.server.ts";
import type { LoadedList } from "../load/load-list.server.ts";
import { TypedResults } from "../search/typed-results.tsx";
import { useTypedSearch } from "../search/use-typed-search.ts";
import { useKeyboardInset } from "../use-keyboard-inset.ts";
import { useShortcuts } from "../use-shortcuts.ts";
import { ChatAccount } from "./account.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { PanelSwitch } from "./panel-switch.tsx";
import { SearchField } from "./search-field.tsx";

type Props = {
	list: LoadedList;
	allowance: LoadedAllowance;
	current: string | null;
	folded: boolean;
	onFold: (folded: boolean) => void;
};

export function ChatSidebar({ list, allowance, current, folded, onFold }: Props) {
	const { t } = useTranslation(["chat", "common"]);
	const appName = useRouteLoaderData<typeof rootLoader>("root")?.appName ?? t("common:appName");
	useShortcuts();
	useKeyboardInset();
	const search = useTypedSearch();
	const drawer = useRef<HTMLElement>(null);
	const { key } = useLocation();
	const shownAt = useRef(key);
	const { goesOn } = search;
	// Choosing a conversation closes the drawer; without script the new page loads with it closed. Hydration is no
	// navigation: it leaves a drawer that was opened before the script ran. Neither is it closed before somebody who has
	// begun to search in it meanwhile.
	useEffect(() => {
		if (shownAt.current === key) return;
		shownAt.current = key;
		if (!goesOn.current) drawer.current?.hidePopover();
	}, [key, goesOn]);
	return (
		<aside ref={drawer} id="sidebar" popover="auto" className="sidebar" aria-label={t("sidebar")}>
			<div className="flex min-h-16 items-center justify-between pl-5 pr-3 pt-1">
				<Logo name={appName} label={t("common:toHome", { appName })} href="/chat" />
				<div className="flex items-center">
					<PanelSwitch folded={folded} onSwitch={onFold} />
					<IconButton
						className="drawer-only"
						icon="close"
						label={t("closeMenu")}
						popoverTarget="sidebar"
						popoverTargetAction="hide"
					/>
				</div>
			</div>
			<div className="space-y-2 px-3 pb-2">
				<Link className={buttonClass({ variant: "primary", block: true })} to="/chat">
					<Icon name="plus" />
					{t("newChat")}
				</Link>
				<SearchField {...search.field} />
			</div>
			<nav className="sidebar-sections" aria-label={t("sections")}>
				<TransitionLink to="/documents">
					<Icon name="file-document-multiple-outline" />
					{t("menu.documents")}
				</TransitionLink>
			</nav>
			<nav className="sidebar-scroll" aria-label={t("conversations")}>
				{search.results ? (
					<TypedResults results={search.results} isLoading={search.isLoading} />
				) : (
					<ConversationList list={list} current={current} />
				)}
			</nav>
			<ChatAccount allowance={allowance} />
		</aside>
	);
}
