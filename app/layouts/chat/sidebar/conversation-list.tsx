import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useFetcher } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import type { loader } from "../../../routes/chat/resources/conversation-list.ts";
import type { LoadedList } from "../load/load-list.server.ts";
import { useConversationMenu } from "./conversation-menu.tsx";

type Props = { list: LoadedList; current: string | null };

/** The account's conversations: the pinned ones, then by day; or the archive. */
export function ConversationList({ list, current }: Props) {
	const { t } = useTranslation(["chat", "history"]);
	const { menu, button } = useConversationMenu();
	const empty = list.groups.length === 0;
	return (
		<>
			{list.archive ? <BackLink to="/chat" text={t("allChats")} /> : null}
			{empty && !list.hasArchive ? null : (
				<p className="list-links">
					{empty ? null : (
						<Link to={list.archive ? "/chat?do=select&archive=1" : "/chat?do=select"}>
							{t("history:select.open")} <span className="sr-only">{t("history:select.what")}</span>
						</Link>
					)}{" "}
					{list.hasArchive && !list.archive ? <Link to="/chat?archive=1">{t("archive")}</Link> : null}
				</p>
			)}
			{list.further ? (
				<BackLink to={list.archive ? "/chat?archive=1" : "/chat"} text={t("toListStart")} />
			) : null}
			{empty ? (
				<p className="px-3 py-4 text-small text-text-3">{list.archive ? t("archiveEmpty") : t("noChats")}</p>
			) : null}
			{empty && !list.archive ? (
				<a className="sidebar-link" href={href("/chat/import")}>
					<Icon name="arrow-down" size="sm" />
					{t("importChats")}
				</a>
			) : null}
			<Page list={list} current={current} button={button} above={null} pagesAbove={0} />
			{menu}
		</>
	);
}

const BackLink = ({ to, text }: { to: string; text: string }) => (
	<Link className="sidebar-link" to={to}>
		<Icon name="arrow-left" size="sm" />
		{text}
	</Link>
);

type PageProps = {
	list: LoadedList;
	current: string | null;
	button: ReturnType<typeof useConversationMenu>["button"];
	/** The heading of the last group of the previous page: it is not repeated. */
	above: string | null;
	/** How many pages are above. */
	pagesAbove: number;
};

function Page({ list, current, button, above, pagesAbove }: PageProps) {
	const { t } = useTranslation(["chat", "history"]);
	const groups = list.groups.map(({ period, calendarMonth, conversations }) => ({
		heading: period === "earlier" ? calendarMonth : t(`history:groups.${period}`),
		conversations,
	}));
	return (
		<>
			{groups.map(({ heading, conversations }) => (
				<section key={heading} aria-label={heading === above ? heading : undefined}>
					{heading === above ? null : <h2 className="conv-group">{heading}</h2>}
					<ul className="space-y-0.5">
						{conversations.map(({ id, title, pinned, archived, writing }) => (
							<li key={id} className="conv" data-active={id === current || undefined}>
								<Link to={`/chat?c=${id}`} aria-current={id === current ? "page" : undefined}>
									{pinned ? <Icon name="pin" size="sm" /> : null}
									<span>{title}</span>{" "}
									{writing ? (
										<i className="conv-writing">
											<span className="sr-only">{t("beingWritten")}</span>
										</i>
									) : null}
								</Link>{" "}
								{button({ id, title, pinned, archived }, t("actionsOf", { title }))}
							</li>
						))}
					</ul>
				</section>
			))}
			{list.next ? (
				<More
					{...{ current, button }}
					next={list.next}
					archive={list.archive}
					above={groups.at(-1)?.heading ?? above}
					pagesAbove={pagesAbove + 1}
				/>
			) : null}
		</>
	);
}

type MoreProps = Omit<PageProps, "list"> & { next: string; archive: boolean };

/** Pages that come by scrolling alone, 500 conversations; each page is loaded again with every action. */
const PAGES_BY_SCROLL = 10;

/** The next page: it loads before the end of the list comes into view, later ones on request. */
function More({ next, archive, above, pagesAbove, ...rest }: MoreProps) {
	const { t } = useTranslation(["chat", "history"]);
	const { load, data, state } = useFetcher<typeof loader>();
	const [wanted, setWanted] = useState(false);
	const link = useRef<HTMLAnchorElement>(null);
	const page = `?older=${next}${archive ? "&archive=1" : ""}`;
	useEffect(() => {
		if (wanted) void load(`/chat/list${page}`);
	}, [wanted, page, load]);
	useEffect(() => {
		const end = link.current;
		if (!end || pagesAbove > PAGES_BY_SCROLL) return;
		const near = new IntersectionObserver(
			([entry]) => {
				if (entry?.isIntersecting) setWanted(true);
			},
			{ root: end.closest(".sidebar-scroll"), rootMargin: "0px 0px 320px" },
		);
		near.observe(end);
		return () => near.disconnect();
	}, [pagesAbove]);
	if (data) return <Page {...rest} above={above} pagesAbove={pagesAbove} list={data} />;
	return (
		<Link
			ref={link}
			className="sidebar-link"
			to={`/chat${page}`}
			aria-disabled={state !== "idle" || undefined}
			onClick={(event) => {
				event.preventDefault();
				// A load that was lost is repeated too.
				if (wanted && state === "idle") void load(`/chat/list${page}`);
				setWanted(true);
			}}
		>
			{state === "idle" ? t("more") : t("loading")}
		</Link>
	);
}
