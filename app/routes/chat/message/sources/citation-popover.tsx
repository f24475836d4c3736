import type { HTMLAttributes, Ref } from "react";
import { useTranslation } from "react-i18next";
import { isOnPage, placeText } from "../../../../chat/citations/place-text.ts";
import type { Source } from "../../../../chat/citations/source.ts";
import { Icon } from "../../../../icons/icon.tsx";
import { fileKind } from "../../composer/attachments/file-kind.ts";

/** The properties of every popover of a citation. */
export type PopoverProps = {
	box: Ref<HTMLSpanElement>;
	label: string;
	handlers: HTMLAttributes<HTMLSpanElement>;
};

/** The document, the place and the words of a cited passage. Elements of a line: it stands in the text, after its link. */
export function CitationPopover({
	source: { name, place, quote, href },
	box,
	label,
	handlers,
}: PopoverProps & { source: Source }) {
	const { t } = useTranslation("sources");
	const { kind, icon, label: ending } = fileKind({ name, type: null });
	const where = place ? placeText(t, name, place) : "";
	return (
		// biome-ignore lint/a11y/useSemanticElements: it stands in a line of text, where no block may be
		<span ref={box} popover="manual" role="group" aria-label={label} className="cite-pop" {...handlers}>
			<span className="cite-head">
				<span className="att-ic" data-kind={kind}>
					<Icon name={icon} />
				</span>
				<span className="min-w-0">
					<b title={name}>{name}</b>
					<small>{[ending, where].filter(Boolean).join(" · ")}</small>
				</span>
			</span>
			{quote === null ? null : <span className="cite-quote">{quote}</span>}
			{href === null ? (
				<span className="cite-gone">{t("gone")}</span>
			) : (
				<a className="link" href={href}>
					{place && isOnPage(name, place) ? t("openPage", { page: place.page }) : t("open")}
				</a>
			)}
		</span>
	);
}
