import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../icons/icon.tsx";
import { LinkButton } from "../../ui/button.tsx";

type EmptyProps = { icon: IconName; title: string; text: string; children?: ReactNode };

/** In place of rows or a chart: why there are none, and what can be done about it. */
export function Empty({ icon, title, text, children }: EmptyProps) {
	return (
		<div className="empty" role="status">
			<span className="tile tile-gray">
				<Icon name={icon} />
			</span>
			<b>{title}</b> <p>{text}</p> {children}
		</div>
	);
}

type EmptyListProps = {
	icon: IconName;
	/** When the first row will be there. */
	none: string;
	/** The typed search; empty: none. */
	search?: string;
	/** The address of the whole list; null: this is it. */
	all: string | null;
};

/** In place of a list's rows: there are none at all, or none of this search and these filters. */
export function EmptyList({ icon, none, search = "", all }: EmptyListProps) {
	const { t } = useTranslation("admin");
	if (all === null) return <Empty icon={icon} title={t("list.noData")} text={none} />;
	return (
		<Empty
			icon="magnify"
			title={t("pay.nothing")}
			text={search === "" ? t("list.nothingHere") : t("list.nothingOf", { search })}
		>
			<LinkButton to={all}>{t("pay.showAll")}</LinkButton>
		</Empty>
	);
}
