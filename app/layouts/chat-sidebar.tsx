import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useRouteLoaderData } from "react-router";
import { Icon } from "../icons/icon.tsx";
import type { loader as rootLoader } from "../root.tsx";
import type { DayGroup } from "../routes/chat/days.ts";
import { buttonClass } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Logo } from "../ui/logo.tsx";
import { ChatAccount } from "./chat-account.tsx";

type Props = { groups: DayGroup[]; current: string | null };

export function ChatSidebar({ groups, current }: Props) {
	const { t } = useTranslation(["chat", "common"]);
	const appName = useRouteLoaderData<typeof rootLoader>("root")?.appName ?? t("common:appName");
	const drawer = useRef<HTMLElement>(null);
	const { key } = useLocation();
	// A chosen conversation closes the drawer; without script the new page comes with it closed.
	// biome-ignore lint/correctness/useExhaustiveDependencies: every navigation is a reason, not a value
	useEffect(() => drawer.current?.hidePopover(), [key]);
	return (
		<aside ref={drawer} id="sidebar" popover="auto" className="sidebar" aria-label={t("sidebar")}>
			<div className="flex min-h-16 items-center justify-between pl-5 pr-3 pt-1">
				<Logo name={appName} label={t("common:toHome", { appName })} href="/chat" />
				<IconButton
					className="lg:hidden"
					icon="close"
					label={t("closeMenu")}
					popoverTarget="sidebar"
					popoverTargetAction="hide"
				/>
			</div>
			<div className="px-3 pb-2">
				<Link className={buttonClass({ variant: "primary", block: true })} to="/chat">
					<Icon name="plus" />
					{t("newChat")}
				</Link>
			</div>
			<nav className="sidebar-scroll" aria-label={t("conversations")}>
				{groups.length === 0 ? <p className="px-3 py-4 text-small text-text-3">{t("noChats")}</p> : null}
				{groups.map(({ day, conversations }) => (
					<section key={day}>
						<h2 className="conv-group">{t(`groups.${day}`)}</h2>
						<ul className="space-y-0.5">
							{conversations.map(({ id, title, writing }) => (
								<li key={id} className="conv" data-active={id === current || undefined}>
									<Link to={`/chat?c=${id}`} aria-current={id === current ? "page" : undefined}>
										<span>{title}</span>
										{writing ? (
											<i className="conv-writing" role="img" aria-label={t("beingWritten")} />
										) : null}
									</Link>
								</li>
							))}
						</ul>
					</section>
				))}
			</nav>
			<ChatAccount />
		</aside>
	);
}
