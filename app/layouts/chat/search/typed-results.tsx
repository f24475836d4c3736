import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FoundList } from "./found-list.tsx";
import type { LoadedSearch } from "./load-search.server.ts";
import { moveFocus } from "./use-typed-search.ts";

type Props = { results: LoadedSearch; isLoading: boolean };

/** Search results in the sidebar, in place of the list of conversations. */
export function TypedResults({ results, isLoading }: Props) {
	const { t } = useTranslation(["history", "chat"]);
	const { query, titles, conversations, next, later } = results;
	const isEmpty = titles.length === 0 && conversations.length === 0;
	const count = titles.length + conversations.reduce((sum, { messages }) => sum + messages.length, 0);
	const nothing = later > 0 ? t("search.later") : `${t("search.nothing", { query })}. ${t("search.advice")}`;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move the focus between its links
		<div
			className="found-list"
			aria-busy={isLoading}
			onKeyDown={(event) => {
				if (event.key === "ArrowDown") moveFocus(event.nativeEvent, 1);
				if (event.key === "ArrowUp") moveFocus(event.nativeEvent, -1);
			}}
		>
			<p className={isEmpty ? "px-3 pt-4 text-small text-text-2 wrap-anywhere" : "sr-only"} role="status">
				{isEmpty ? nothing : t("search.count", { count })}
			</p>
			<FoundList heading="h2" titles={titles} conversations={conversations} />
			{next ? (
				<Link className="sidebar-link" to={`/chat?q=${encodeURIComponent(query)}`}>
					{t("search.all")}
				</Link>
			) : null}
		</div>
	);
}
