import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { IconName } from "../../../icons/icon.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Chip, type ChipTone } from "../../../ui/chip.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { Pager } from "../pager.tsx";
import { SearchForm } from "../search-form.tsx";
import { AdminTable } from "../table.tsx";
import type { BillView, LoadedBills } from "./load-bills.server.ts";

const BILLS = href("/admin/bills");
const COLUMNS = ["number", "organisation", "what", "sum", "state"] as const;

/** The bills, the newest first, or those that the search has found. */
export function BillsList({ bills, found, search, next, isFirst }: LoadedBills) {
	const { t } = useTranslation("admin");
	const page = (query: Record<string, string>) =>
		`${BILLS}?${new URLSearchParams({ ...(search && { q: search }), ...query })}`;
	return (
		<>
			<div className="adm-head">
				<h1>{t("bills.title")}</h1>
				<div className="adm-acts">
					<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
						{t("pay.csv")}
					</LinkButton>
				</div>
			</div>
			<Card padding="none" aria-label={t("bills.title")}>
				<SearchForm action={BILLS} label={t("bills.search")} value={search} maxLength={24} />
				{bills.length > 0 && <Found {...found} />}
				{bills.length === 0 ? (
					<EmptyList
						icon="receipt-text-outline"
						none={t("bills.none")}
						search={search}
						all={search || !isFirst ? BILLS : null}
					/>
				) : (
					<AdminTable caption={t("bills.title")}>
						<TableHead>
							<TableRow>
								{COLUMNS.map((column) => (
									<ColumnHeader key={column} className={column === "sum" ? "t-num" : undefined}>
										{t(`bills.${column}`)}
									</ColumnHeader>
								))}
							</TableRow>
						</TableHead>
						<TableBody>
							{bills.map((bill) => (
								<Row key={bill.number} {...bill} />
							))}
						</TableBody>
					</AdminTable>
				)}
				<Pager
					count={bills.length}
					first={isFirst ? null : page({})}
					next={next === null ? null : page({ after: String(next) })}
				/>
			</Card>
		</>
	);
}

function Row(bill: BillView) {
	const { t } = useTranslation("admin");
	return (
		<TableRow>
			<Cell>
				<a className="t-link" href={`${BILLS}?bill=${bill.number}`}>
					{t("bills.numbered", bill)}
				</a>
			</Cell>
			<Cell data-label={t("bills.organisation")}>
				{bill.organisation || t("bills.erased")} <small className="num">{bill.inn}</small>
			</Cell>
			<Cell>{t("bills.whatOf", { ...bill, days: t("pay.days", { count: bill.days }) })}</Cell>
			<Cell className="t-num">{bill.sum}</Cell>
			<Cell>
				<BillState state={bill.state} />
			</Cell>
		</TableRow>
	);
}

const LOOKS: Record<BillView["state"], { tone: ChipTone; icon: IconName }> = {
	open: { tone: "info", icon: "timer-sand" },
	expired: { tone: "warning", icon: "timer-sand" },
	paid: { tone: "success", icon: "check" },
	canceled: { tone: "gray", icon: "close" },
};

/** The state of a bill, by its word, its colour and its icon. */
export function BillState({ state }: Pick<BillView, "state">) {
	const { t } = useTranslation("admin");
	return <Chip {...LOOKS[state]}>{t(`bills.states.${state}`)}</Chip>;
}
