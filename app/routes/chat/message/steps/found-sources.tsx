import { use } from "react";
import { useTranslation } from "react-i18next";
import { shortPlaceText } from "../../../../chat/citations/place-text.ts";
import { type Source, sourceOf } from "../../../../chat/citations/source.ts";
import type { WebSource } from "../../../../chat/citations/web-source.ts";
import { isOutward, OUTWARD } from "../../../../chat/markdown/tree/tree.ts";
import { SiteMark } from "../sources/site-mark.tsx";
import { SourcesContext } from "../sources/sources-context.ts";

/** The pages and the passages of documents that a call has given, by their numbers. */
export function FoundSources({ numbers }: { numbers: readonly number[] }) {
	const sources = use(SourcesContext);
	return (
		<ul className="found">
			{numbers.map((n) => {
				const page = sources.webSources.find((one) => one.n === n);
				const passage = page ? undefined : sourceOf(sources.given, n, sources);
				if (page) return <FoundPage key={n} page={page} />;
				return passage ? <FoundPassage key={n} passage={passage} /> : null;
			})}
		</ul>
	);
}

const FoundPage = ({ page: { url, title, host } }: { page: WebSource }) => (
	<li>
		<a href={isOutward(url) ? url : undefined} {...OUTWARD}>
			<SiteMark host={host} />
			<b>{title}</b>
			<small>{host}</small>
		</a>
	</li>
);

function FoundPassage({ passage: { name, href, place, quote } }: { passage: Source }) {
	const { t } = useTranslation("sources");
	return (
		<li>
			<a href={href ?? undefined}>
				<SiteMark host={name} />
				<b>{quote ?? name}</b>
				<small>{[name, place ? shortPlaceText(t, name, place) : ""].filter(Boolean).join(", ")}</small>
			</a>
		</li>
	);
}
