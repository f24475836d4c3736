import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";
import { classNames } from "./class-names.ts";
import type { Column, Paging } from "./data-table-view.ts";
import { follow } from "./follow.ts";
import { ColumnHeader, TableHead, TableRow } from "./table.tsx";

/** The column headers. A sortable one is a link to the same rows in another order, from the first page. */
export function DataTableHead<Row>({ columns, view, hrefOf, go }: Paging & { columns: Column<Row>[] }) {
	const { t } = useTranslation("kit");
	return (
		<TableHead>
			<TableRow>
				{columns.map(({ key, title, titleHidden, sortable, variant, phone }) => {
					const sorted = sortable && view.sort === key;
					// The first press on a column sorts descending: the newest and the greatest first.
					const descending = sorted ? !view.descending : true;
					const href = hrefOf({ ...view, page: 1, sort: key, descending });
					return (
						<ColumnHeader
							key={key}
							data-phone={phone}
							className={classNames(variant === "end" && "data-table-end") || undefined}
							aria-sort={sorted ? (view.descending ? "descending" : "ascending") : undefined}
						>
							{sortable ? (
								<a
									href={href}
									onClick={follow(href, go)}
									title={t(descending ? "table.sortDescending" : "table.sortAscending")}
								>
									{title}
									<Icon name={sorted && !view.descending ? "arrow-up" : "arrow-down"} size="xs" />
								</a>
							) : (
								<span className={titleHidden ? "sr-only" : undefined}>{title}</span>
							)}
						</ColumnHeader>
					);
				})}
			</TableRow>
		</TableHead>
	);
}
