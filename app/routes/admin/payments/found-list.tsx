import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyList } from "../empty.tsx";
import { Pager } from "../pager.tsx";
import { type PaymentTab, PaymentTabs } from "./payment-tabs.tsx";

type FoundListProps = {
	tab: PaymentTab;
	/** The address of the list. */
	path: string;
	title: string;
	/** The fields of the filter as they stand in the address. */
	fields: Record<string, string>;
	/** How many rows this page has. */
	count: number;
	/** The cursor of the next page; null: this is the last. */
	next: string | null;
	isFirst: boolean;
	isFiltered: boolean;
	/** The text of an empty list without a filter. */
	none: string;
	/** The label of the link to the file; otherwise «CSV». */
	csv?: string;
	/** Above the list. */
	banners: ReactNode;
	filter: ReactNode;
	/** The table of the rows. */
	children: ReactNode;
};

/** A list of the section «Платежи»: its name and CSV, the tabs, the filter, the rows or why there are none, the pages. */
export function FoundList({
	tab,
	path,
	title,
	fields,
	count,
	next,
	isFirst,
	isFiltered,
	...parts
}: FoundListProps) {
	const { t } = useTranslation("admin");
	const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
	const page = (query: Record<string, string>) => `${path}?${new URLSearchParams({ ...given, ...query })}`;
	const isWhole = isFirst && !isFiltered;
	return (
		<>
			<div className="adm-head">
				<h1>{title}</h1>
				{count > 0 && (
					<div className="adm-acts">
						<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
							{parts.csv ?? t("pay.csv")}
						</LinkButton>
					</div>
				)}
			</div>
			<PaymentTabs tab={tab} />
			{parts.banners}
			<Card padding="none" aria-label={title}>
				{parts.filter}
				{count > 0 ? (
					parts.children
				) : (
					<EmptyList
						icon="credit-card-outline"
						none={parts.none}
						search={fields.q}
						all={isWhole ? null : path}
					/>
				)}
				<Pager count={count} first={isFirst ? null : page({})} next={next && page({ after: next })} />
			</Card>
		</>
	);
}
