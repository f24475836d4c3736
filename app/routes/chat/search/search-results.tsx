import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ConversationHits } from "../../../chat/search/find-messages.server.ts";
import type { Piece } from "../../../chat/search/search-terms.server.ts";
import { buttonClass } from "../../../ui/button.tsx";

export type ShownSearch = { query: string; conversations: ConversationHits[]; next: string | null };

/** Search results by conversation, the newest first. Each line links to its message. */
export function SearchResults({ query, conversations, next }: ShownSearch) {
	const { t } = useTranslation(["chat", "history"]);
	return (
		<div className="chat-scroll" tabIndex={-1}>
			<section className="mx-auto w-full max-w-[51rem] px-6 py-6 max-md:px-4">
				<h2 className="mb-4 text-h3 wrap-anywhere">
					{conversations.length === 0
						? t("history:search.nothing", { query })
						: t("history:search.found", { query })}
				</h2>
				<ul className="space-y-6">
					{conversations.map(({ id, title, messages }) => (
						<li key={`${id} ${messages[0]?.id}`}>
							<Link className="found-title" to={`/chat?c=${id}`}>
								<Pieces pieces={title} />
							</Link>
							<ul>
								{messages.map((message) => (
									<li key={message.id}>
										<Link className="found" to={`/chat?c=${id}&m=${message.id}#m-${message.id}`}>
											<span className="found-by">
												{message.kind === "prompt" ? t("you") : t("history:search.answer")}
											</span>{" "}
											<Pieces pieces={message.pieces} />
										</Link>
									</li>
								))}
							</ul>
						</li>
					))}
				</ul>
				{next ? (
					<Link className={buttonClass({}, "mt-6")} to={`/chat?q=${encodeURIComponent(query)}&older=${next}`}>
						{t("more")}
					</Link>
				) : null}
			</section>
		</div>
	);
}

const Pieces = ({ pieces }: { pieces: Piece[] }) => (
	<span>
		{pieces.map(({ text, hit }, i) =>
			// biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line never change places
			hit ? <mark key={i}>{text}</mark> : text,
		)}
	</span>
);
