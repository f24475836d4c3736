import { useTranslation } from "react-i18next";
import type { WebSource } from "../../../../chat/citations/web-source.ts";
import { OUTWARD } from "../../../../chat/markdown/tree/tree.ts";
import type { PopoverProps } from "./citation-popover.tsx";
import { SiteMark } from "./site-mark.tsx";

/** The title, the site and the words of a cited page. Elements of a line, as of a document. */
export function WebPopover({
	page: { url, title, host, date, snippet },
	box,
	label,
	handlers,
}: PopoverProps & { page: WebSource }) {
	const { t } = useTranslation("sources");
	return (
		// biome-ignore lint/a11y/useSemanticElements: it stands in a line of text, where no block may be
		<span ref={box} popover="manual" role="group" aria-label={label} className="cite-pop" {...handlers}>
			<span className="cite-head">
				<SiteMark host={host} />
				<span className="min-w-0">
					<b title={title}>{title}</b>
					<small>{[host, date].filter(Boolean).join(" · ")}</small>
				</span>
			</span>
			{snippet === "" ? null : <span className="cite-quote">{snippet}</span>}
			<a className="link" href={url} {...OUTWARD}>
				{t("openSite")}
			</a>
		</span>
	);
}
