import { useTranslation } from "react-i18next";
import { citedInTrees } from "../../../../chat/citations/cited-in-trees.ts";
import { findGiven, givenWithQuestion } from "../../../../chat/citations/given-passage.ts";
import { shortPlaceText } from "../../../../chat/citations/place-text.ts";
import { type Source, sourceOf } from "../../../../chat/citations/source.ts";
import type { Tree } from "../../../../chat/markdown/tree/tree.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { type AnswerSources, sourceId } from "./sources-context.ts";
import { WebCards } from "./web-cards.tsx";

type Props = { blocks: readonly Tree[]; sources: AnswerSources };

/** Sources listed below one answer; further ones are links in its text. */
const MOST_LISTED = 100;

/**
 * The documents and pages of the web that an answer cites, and, folded, the documents that the model was given besides.
 */
export function SourceList({ blocks, sources }: Props) {
	const { t } = useTranslation("sources");
	const { given, webSources } = sources;
	if (given.length + webSources.length === 0) return null;
	const numbers = citedInTrees(blocks).slice(0, MOST_LISTED);
	const cited = numbers.flatMap((n) => sourceOf(given, n, sources) ?? []);
	const pages = webSources.filter(({ n }) => numbers.includes(n));
	const used = new Set(cited.map(({ n }) => findGiven(given, n)?.document));
	const others = givenWithQuestion(given).filter((document) => !used.has(document));
	return (
		<>
			{cited.length + pages.length === 0 ? null : (
				// No region: a conversation has as many of these as answers, and regions have names of their own.
				<div className="sources">
					<h3>{t("title")}</h3>
					{cited.length === 0 ? null : (
						<ol>
							{cited.map((source) => (
								<li key={source.n} id={sourceId(sources.answerId, source.n)} data-source={source.n}>
									<SourceLine source={source} />
								</li>
							))}
						</ol>
					)}
					<WebCards pages={pages} answerId={sources.answerId} />
				</div>
			)}
			{others.length === 0 ? null : (
				<details className="searched">
					<summary>
						{cited.length === 0 ? t("searched") : t("alsoSearched")}
						<Icon name="chevron-down" size="sm" className="reasoning-turn" />
					</summary>
					<ul>
						{others.map(({ file, name, gone }) => (
							<li key={file}>
								{gone ? (
									name
								) : (
									<a
										className="link"
										href={`/documents?file=${file}&c=${sources.conversationId}&m=${sources.answerId}`}
									>
										{name}
									</a>
								)}
							</li>
						))}
					</ul>
				</details>
			)}
		</>
	);
}

function SourceLine({ source: { n, name, href, place, quote } }: { source: Source }) {
	const { t } = useTranslation("sources");
	const content = (
		<>
			<span className="src-n" aria-hidden="true">
				{n}
			</span>{" "}
			<b>{name}</b> <small>{href === null ? t("gone") : place ? shortPlaceText(t, name, place) : ""}</small>{" "}
			{quote === null ? null : <span className="quote">{`«${quote}»`}</span>}
		</>
	);
	return href === null ? (
		<span className="src">{content}</span>
	) : (
		<a className="src" href={href}>
			{content}
		</a>
	);
}
