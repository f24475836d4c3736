import { use, useRef } from "react";
import { useTranslation } from "react-i18next";
import { placeText } from "../../../../chat/citations/place-text.ts";
import { type Source, sourceOf } from "../../../../chat/citations/source.ts";
import { CitationPopover } from "./citation-popover.tsx";
import { SourcesContext, sourceId } from "./sources-context.ts";
import { useCitationPopover } from "./use-citation-popover.ts";

/** A citation in an answer: a link to the page with the cited passage, with its words beside it where there is script. */
export function Citation({ n }: { n: number }) {
	const sources = use(SourcesContext);
	const source = sourceOf(sources.given, n, sources);
	return source ? <CitationLink source={source} answerId={sources.answerId} /> : `[${n}]`;
}

function CitationLink({ source, answerId }: { source: Source; answerId: string }) {
	const { t } = useTranslation("sources");
	const { n, name, place, href } = source;
	const link = useRef<HTMLAnchorElement>(null);
	const box = useRef<HTMLSpanElement>(null);
	const { open, ofLink, ofBox } = useCitationPopover(link, box);
	const where = place ? placeText(t, name, place) : "";
	const label = [t("citation", { n, name }), where].filter(Boolean).join(", ");
	return (
		<>
			<a
				ref={link}
				className="cite"
				href={href ?? `#${sourceId(answerId, n)}`}
				aria-label={label}
				data-open={open || undefined}
				{...ofLink}
			>
				{/* Not drawn, but copied and printed: a bare number would run into the word before it. */}
				<span>[</span>
				{n}
				<span>]</span>
			</a>
			{open ? <CitationPopover ref={box} source={source} label={label} handlers={ofBox} /> : null}
		</>
	);
}
