import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { shortPlaceText } from "../../../chat/citations/place-text.ts";
import type { DocumentHit } from "../../../files/library/search-documents.server.ts";
import { Icon } from "../../../icons/icon.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { type ListView, listAddress, textAddress } from "../addresses.ts";

type Props = { hits: readonly DocumentHit[]; more: boolean; query: string; view: ListView };

/** The places that a search has found: each leads to the text of its document. */
export function Found({ hits, more, query, view }: Props) {
	const { t } = useTranslation("documents");
	const all = listAddress({ ...view, page: 1 });
	if (hits.length === 0)
		return (
			<div className="card doc-void" role="status">
				<span className="tile tile-lg">
					<Icon name="file-search-outline" size="xl" />
				</span>
				<b>{t("found.none", { query })}</b>
				<p>{t("found.noneText")}</p>
				<LinkButton to={all}>{t("found.all")}</LinkButton>
			</div>
		);
	const documents = new Set(hits.map(({ fileId }) => fileId)).size;
	return (
		<>
			<p className="doc-found" role="status">
				{more
					? t("found.more", { query, count: hits.length })
					: `${t("found.places", { query, count: hits.length })} ${t("found.documents", { count: documents })}`}{" "}
				·{" "}
				<Link className="link" to={all}>
					{t("found.reset")}
				</Link>
			</p>
			<ul className="card doc-hits" aria-label={t("found.list")}>
				{hits.map((hit) => (
					<li key={`${hit.fileId} ${hit.n}`}>
						<Hit {...hit} />
					</li>
				))}
			</ul>
		</>
	);
}

function Hit({ fileId, name, n, page, section, quote }: DocumentHit) {
	const { t } = useTranslation("sources");
	const where = shortPlaceText(t, name, { page, section });
	return (
		<a className="doc-hit" href={textAddress(fileId, n)}>
			<b>{name}</b> {where ? <small>{where}</small> : null}
			<span>
				{quote.map(({ text, hit }, i) =>
					// biome-ignore lint/suspicious/noArrayIndexKey: pieces of one quote never change places
					hit ? <mark key={i}>{text}</mark> : text,
				)}
			</span>
		</a>
	);
}
