import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FoundList } from "../../../layouts/chat/search/found-list.tsx";
import type { LoadedSearch } from "../../../layouts/chat/search/load-search.server.ts";
import { buttonClass } from "../../../ui/button.tsx";

/** Search results in the main area: titles first, then messages by conversation, the newest first. */
export default function SearchResults({ query, titles, conversations, next, later }: LoadedSearch) {
	const { t } = useTranslation(["history", "chat"]);
	const isEmpty = titles.length === 0 && conversations.length === 0;
	return (
		<div className="chat-scroll" tabIndex={-1}>
			<section className="mx-auto w-full max-w-[51rem] px-6 py-6 max-md:px-4">
				<h2 className="text-h3 wrap-anywhere">
					{isEmpty && later === 0 ? t("search.nothing", { query }) : t("search.found", { query })}
				</h2>
				{isEmpty ? (
					<p className="mt-2 text-text-2">{later > 0 ? t("search.later") : t("search.advice")}</p>
				) : null}
				<div className="found-list">
					<FoundList heading="h3" titles={titles} conversations={conversations} />
				</div>
				{next ? (
					<Link className={buttonClass({}, "mt-6")} to={`/chat?q=${encodeURIComponent(query)}&older=${next}`}>
						{t("chat:more")}
					</Link>
				) : null}
			</section>
		</div>
	);
}
