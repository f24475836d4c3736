import { useEffect, useEffectEvent, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import type { Paging, TableView } from "./data-table-view.ts";
import { PagerLink } from "./pager-link.tsx";
import { CompactSelect } from "./select.tsx";

/** Options of rows per page; the first is the default. */
export const ROWS_PER_PAGE = [5, 10, 25] as const;

type FootProps = Paging & { label: string; shown: number; waiting: boolean };

/** Rows per page, the range of rows shown, and links to the other pages. */
export function DataTableFoot({ view, total, hrefOf, go, label, shown, waiting }: FootProps) {
	const { t } = useTranslation("kit");
	const select = useId();
	const { page, rows } = view;
	const last = Math.max(1, Math.ceil(total / rows));
	const first = (page - 1) * rows;
	const range = { from: shown && first + 1, to: first + shown, total };
	const links = [
		["first", "page-first", 1],
		["previous", "chevron-left", page - 1],
		["next", "chevron-right", page + 1],
		["last", "page-last", last],
	] as const;
	return (
		<div className="data-table-foot">
			<RowsForm id={select} view={view} hrefOf={hrefOf} go={go} />
			<span className="num" role="status">
				{waiting ? t("table.loading") : t("table.range", range)}
			</span>
			<nav aria-label={t("pages.of", { what: label })}>
				{links.map(([name, icon, to]) => (
					<PagerLink
						key={name}
						icon={icon}
						label={t(`pages.${name}`)}
						href={to === page || to < 1 || to > last ? undefined : hrefOf({ ...view, page: to })}
						go={go}
					/>
				))}
			</nav>
		</div>
	);
}

type RowsFormProps = Pick<Paging, "view" | "hrefOf" | "go"> & { id: string };

/** A form, so that it needs no script; with script the choice is applied at once. */
function RowsForm({ id, view, hrefOf, go }: RowsFormProps) {
	const { t } = useTranslation("kit");
	const from = (next: TableView) => URL.parse(hrefOf(next), "http://this.site.invalid");
	const start = from({ ...view, page: 1 });
	const field = useRef<HTMLSelectElement>(null);
	const apply = (chosen: HTMLSelectElement) => {
		const href = hrefOf({ ...view, page: 1, rows: Number(chosen.value) });
		if (go) go(href);
		else chosen.form?.requestSubmit();
	};
	const applyEarly = useEffectEvent(() => {
		if (field.current && Number(field.current.value) !== view.rows) apply(field.current);
	});
	// Another number may have been chosen before the script ran.
	useEffect(() => applyEarly(), []);
	const otherParams = [...(start?.searchParams ?? [])].filter(([name]) => name !== "rows");
	return (
		<form method="get" action={`${start?.pathname}${start?.hash}`} className="data-table-rows">
			{otherParams.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<label htmlFor={id}>{t("table.rowsPerPage")}</label>
			<CompactSelect
				id={id}
				name="rows"
				// A form restored from the back/forward cache would show the choice and not the current state.
				autoComplete="off"
				key={view.rows}
				defaultValue={view.rows}
				ref={field}
				onChange={(event) => apply(event.currentTarget)}
			>
				{ROWS_PER_PAGE.map((count) => (
					<option key={count} value={count}>
						{count}
					</option>
				))}
			</CompactSelect>
			<noscript>
				<Button size="sm">{t("table.show")}</Button>
			</noscript>
		</form>
	);
}
