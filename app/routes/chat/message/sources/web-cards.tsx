import type { WebSource } from "../../../../chat/citations/web-source.ts";
import { isOutward, OUTWARD } from "../../../../chat/markdown/tree/tree.ts";
import { SiteMark } from "./site-mark.tsx";
import { sourceId } from "./sources-context.ts";

/** The pages of the web that an answer cites. No resource of theirs is loaded: a site is shown by its first letter. */
export function WebCards({ pages, answerId }: { pages: readonly WebSource[]; answerId: string }) {
	if (pages.length === 0) return null;
	return (
		<ul className="web-cards">
			{pages.map(({ n, url, title, host, date }) => (
				<li key={n} id={sourceId(answerId, n)} data-source={n}>
					<a className="web-card" href={isOutward(url) ? url : undefined} {...OUTWARD}>
						<SiteMark host={host} />
						<span className="web-host">{host}</span>
						<span className="src-n" aria-hidden="true">
							{n}
						</span>
						<b>{title}</b>
						{date === null ? null : <small>{date}</small>}
					</a>
				</li>
			))}
		</ul>
	);
}
