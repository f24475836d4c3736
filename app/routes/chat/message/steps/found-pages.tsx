import { use } from "react";
import { isOutward, OUTWARD } from "../../../../chat/markdown/tree/tree.ts";
import { SiteMark } from "../sources/site-mark.tsx";
import { SourcesContext } from "../sources/sources-context.ts";

/** The pages that a call has given, by their numbers. */
export function FoundPages({ numbers }: { numbers: readonly number[] }) {
	const { webSources } = use(SourcesContext);
	return (
		<ul className="found">
			{webSources
				.filter(({ n }) => numbers.includes(n))
				.map(({ n, url, title, host }) => (
					<li key={n}>
						<a href={isOutward(url) ? url : undefined} {...OUTWARD}>
							<SiteMark host={host} />
							<b>{title}</b>
							<small>{host}</small>
						</a>
					</li>
				))}
		</ul>
	);
}
