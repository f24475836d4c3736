import { type HTMLAttributes, type ReactNode, use, useRef } from "react";
import { useTranslation } from "react-i18next";
import { placeText } from "../../../../chat/citations/place-text.ts";
import { type Source, sourceOf } from "../../../../chat/citations/source.ts";
import type { WebSource } from "../../../../chat/citations/web-source.ts";
import { isOutward, OUTWARD } from "../../../../chat/markdown/tree/tree.ts";
import { CitationPopover, type PopoverProps } from "./citation-popover.tsx";
import { SourcesContext, sourceId } from "./sources-context.ts";
import { useCitationPopover } from "./use-citation-popover.ts";
import { WebPopover } from "./web-popover.tsx";

/**
 * A citation in an answer: a link to the page with the cited passage, or to the page of the web, with its words beside
 * it where there is script.
 */
export function Citation({ n }: { n: number }) {
	const sources = use(SourcesContext);
	const page = sources.webSources.find((one) => one.n === n);
	if (page && isOutward(page.url)) return <WebCitation page={page} />;
	const source = sourceOf(sources.given, n, sources);
	return source ? <DocumentCitation source={source} answerId={sources.answerId} /> : `[${n}]`;
}

function DocumentCitation({ source, answerId }: { source: Source; answerId: string }) {
	const { t } = useTranslation("sources");
	const { n, name, place, href } = source;
	const where = place ? placeText(t, name, place) : "";
	const label = [t("citation", { n, name }), where].filter(Boolean).join(", ");
	return (
		<CitationLink n={n} href={href ?? `#${sourceId(answerId, n)}`} label={label}>
			{(popover) => <CitationPopover source={source} {...popover} />}
		</CitationLink>
	);
}

function WebCitation({ page }: { page: WebSource }) {
	const { t } = useTranslation("sources");
	const { n, url, title, host } = page;
	const label = [t("citation", { n, name: title }), title === host ? "" : host].filter(Boolean).join(", ");
	return (
		<CitationLink n={n} href={url} label={label} more={OUTWARD}>
			{(popover) => <WebPopover page={page} {...popover} />}
		</CitationLink>
	);
}

type LinkProps = {
	n: number;
	href: string;
	label: string;
	more?: HTMLAttributes<HTMLAnchorElement>;
	/** The open popover. */
	children: (popover: PopoverProps) => ReactNode;
};

function CitationLink({ n, href, label, more, children }: LinkProps) {
	const link = useRef<HTMLAnchorElement>(null);
	const box = useRef<HTMLSpanElement>(null);
	const { open, ofLink, ofBox } = useCitationPopover(link, box);
	return (
		<>
			<a
				ref={link}
				className="cite"
				href={href}
				aria-label={label}
				data-open={open || undefined}
				{...more}
				{...ofLink}
			>
				{/* Not drawn, but copied and printed: a bare number would run into the word before it. */}
				<span>[</span>
				{n}
				<span>]</span>
			</a>
			{open ? children({ box, label, handlers: ofBox }) : null}
		</>
	);
}
