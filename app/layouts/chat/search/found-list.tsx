import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Piece } from "../../../chat/search/search-terms.server.ts";
import type { LoadedSearch, ShownHit } from "./load-search.server.ts";

/** The state of a navigation to something found: the results stay in the sidebar. */
export const FOUND = { found: true };

type Props = Pick<LoadedSearch, "titles" | "conversations"> & {
	/** The level of its headings, below that of what it stands in. */
	heading: "h2" | "h3";
};

/** Search results: titles that match, then messages by conversation. Each line links to what it is about. */
export function FoundList({ titles, conversations, heading: Heading }: Props) {
	const { t } = useTranslation("history");
	return (
		<>
			{titles.length > 0 ? (
				<section>
					<Heading className="conv-group">{t("search.titles")}</Heading>
					<ul>
						{titles.map((hit) => (
							<li key={hit.id}>
								<Title {...hit} />
							</li>
						))}
					</ul>
				</section>
			) : null}
			{conversations.length > 0 ? (
				<section>
					<Heading className="conv-group">{t("search.messages")}</Heading>
					<ul>
						{conversations.map((hit) => (
							<li key={`${hit.id} ${hit.messages[0]?.id}`}>
								<Title {...hit} />
								<ul>
									{hit.messages.map((message) => (
										<li key={message.id}>
											<Message conversationId={hit.id} {...message} />
										</li>
									))}
								</ul>
							</li>
						))}
					</ul>
				</section>
			) : null}
		</>
	);
}

function Title({ id, title, date, archived, messages }: ShownHit) {
	const { t } = useTranslation("history");
	return (
		<Link className="found-title" to={`/chat?c=${id}`} state={FOUND}>
			<Pieces pieces={title} />{" "}
			<span className="found-by">
				{archived ? `${t("search.archived")}${messages.length === 0 ? " · " : ""}` : null}
				{messages.length === 0 ? date : null}
			</span>
		</Link>
	);
}

type MessageProps = ShownHit["messages"][number] & { conversationId: string };

function Message({ conversationId, id, kind, date, pieces, hidden }: MessageProps) {
	const { t } = useTranslation(["history", "chat"]);
	const place = [kind === "prompt" ? t("chat:you") : t("search.answer"), date];
	return (
		<Link className="found" to={`/chat?c=${conversationId}&m=${id}#m-${id}`} state={FOUND}>
			<span className="found-by">
				{place.join(" · ")}
				{hidden ? ` · ${t("search.hidden")}` : null}
			</span>{" "}
			<Pieces pieces={pieces} />
		</Link>
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
