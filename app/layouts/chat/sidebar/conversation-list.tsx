import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { href, Link, useFetcher } from "react-router";
import { Icon } from "../../../icons/icon.tsx";
import type { loader } from "../../../routes/chat/resources/conversation-list.ts";
import type { LoadedList } from "../load/load-list.server.ts";
import { useConversationMenu } from "./conversation-menu.tsx";
import type { DayGroup } from "./group-by-day.server.ts";

type Props = { list: LoadedList; current: string | null };

/** The account's conversations: the pinned ones, then by day; or the archive. */
export function ConversationList({ list, current }: Props) {
	const { t } = useTranslation("chat");
	const { menu, button } = useConversationMenu();
	const empty = list.groups.length === 0;
	return (
		<>
			{list.archive ? <BackLink to="/chat" text={t("allChats")} /> : null}
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
			<Page list={list} current={current} button={button} above={null} />
			{list.hasArchive && !list.archive ? (
				<Link className="sidebar-link" to="/chat?archive=1">
					<Icon name="archive-outline" size="sm" />
					{t("archive")}
				</Link>
			) : null}
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
	/** The last group of the previous page: its heading is not repeated. */
	above: DayGroup["day"] | null;
};

function Page({ list, current, button, above }: PageProps) {
	const { t } = useTranslation("chat");
	return (
		<>
			{list.groups.map(({ day, conversations }) => (
				<section key={day} aria-label={day === above ? t(`groups.${day}`) : undefined}>
					{day === above ? null : <h2 className="conv-group">{t(`groups.${day}`)}</h2>}
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
					above={list.groups.at(-1)?.day ?? above}
				/>
			) : null}
		</>
	);
}

type MoreProps = Omit<PageProps, "list"> & { next: string; archive: boolean };

/** The next page, loaded on request. It revalidates with every action, as the page above does. */
function More({ next, archive, above, ...rest }: MoreProps) {
	const { t } = useTranslation("chat");
	const { load, data, state } = useFetcher<typeof loader>();
	const [wanted, setWanted] = useState(false);
	const page = `?older=${next}${archive ? "&archive=1" : ""}`;
	useEffect(() => {
		if (wanted) void load(`/chat/list${page}`);
	}, [wanted, page, load]);
	if (data) return <Page {...rest} above={above} list={data} />;
	return (
		<Link
			className="sidebar-link"
			to={`/chat${page}`}
			aria-disabled={state !== "idle" || undefined}
			onClick={(event) => {
				event.preventDefault();
				setWanted(true);
			}}
		>
			{state === "idle" ? t("more") : t("loading")}
		</Link>
	);
}
