import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button } from "../../../../ui/button.tsx";
import { classNames } from "../../../../ui/class-names.ts";
import { TextField } from "../../../../ui/field.tsx";
import { Cell, ColumnHeader, TableBody, TableFoot, TableHead, TableRow } from "../../../../ui/table.tsx";
import { AdminTable } from "../../table.tsx";
import { FoundList } from "../found-list.tsx";
import type { LoadedDays } from "./load-days.server.ts";

const PAYMENTS = href("/admin/payments");

/** The money that came in and went back on each day of a month, the newest first. */
export function DaysPage(loaded: LoadedDays) {
	const { t } = useTranslation("admin");
	const month = loaded.monthName;
	return (
		<>
			<FoundList
				tab="days"
				path={PAYMENTS}
				title={t("pay.title")}
				fields={{ view: "days", month: loaded.month }}
				count={loaded.days.length}
				next={null}
				isFirst
				isFiltered={false}
				none={t("payDays.none", { month })}
				csv={t("payDays.csv", { month })}
				banners={null}
				filter={<MonthForm {...loaded} />}
			>
				<DaysTable {...loaded} />
			</FoundList>
			<p className="note">
				{t("payDays.note", { clock: loaded.clock ?? t("payDays.clock", { zone: loaded.timeZone }) })}
			</p>
		</>
	);
}

function MonthForm({ month, typed, isWrong }: LoadedDays) {
	const { t } = useTranslation("admin");
	return (
		<form className="filters" method="get" action={PAYMENTS}>
			<input type="hidden" name="view" value="days" />
			<TextField
				name="month"
				// A field of a month would not show what is none.
				type={isWrong ? "text" : "month"}
				label={t("payDays.month")}
				defaultValue={typed}
				error={isWrong ? t("payDays.wrong", { month }) : undefined}
				autoComplete="off"
				className="narrow"
			/>
			<Button variant="tonal">{t("payDays.show")}</Button>
		</form>
	);
}

const COLUMNS = ["day", "payments", "income", "refunded", "receipts"] as const;

function DaysTable({ monthName, days, sum }: LoadedDays) {
	const { t } = useTranslation("admin");
	const isNumber = (column: string) => column !== "day" && column !== "receipts";
	return (
		<AdminTable caption={t("payDays.title")}>
			<TableHead>
				<TableRow>
					{COLUMNS.map((column) => (
						<ColumnHeader key={column} className={isNumber(column) ? "t-num" : undefined}>
							{t(`payDays.${column}`)}
						</ColumnHeader>
					))}
				</TableRow>
			</TableHead>
			<TableBody>
				{days.map((day) => (
					<TableRow key={day.day}>
						<Cell>
							<DayLink {...day} />
						</Cell>
						<Figures {...day} />
						<Cell>
							<ReceiptsDot {...day.receipts} />
						</Cell>
					</TableRow>
				))}
			</TableBody>
			<TableFoot>
				<TableRow>
					<Cell>{monthName.charAt(0).toUpperCase() + monthName.slice(1)}</Cell>
					<Figures {...sum} />
					<Cell />
				</TableRow>
			</TableFoot>
		</AdminTable>
	);
}

/** The way to the payments of the day; a day may have refunds alone. */
function DayLink({ day, name, payments }: Pick<LoadedDays["days"][0], "day" | "name" | "payments">) {
	if (payments === 0) return name;
	return (
		<a className="t-link" href={`${PAYMENTS}?${new URLSearchParams({ from: day, to: day, by: "paid" })}`}>
			{name}
		</a>
	);
}

function Figures({ payments, income, refunded }: LoadedDays["sum"]) {
	const { t } = useTranslation("admin");
	return (
		<>
			<Cell className="t-num" data-label={t("payDays.payments")}>
				{payments}
			</Cell>
			<Cell className="t-num" data-label={t("payDays.income")}>
				<b>{income}</b>
			</Cell>
			<Cell className="t-num" data-label={t("payDays.refunded")}>
				{refunded}
			</Cell>
		</>
	);
}

const DOTS: Record<LoadedDays["days"][0]["receipts"]["state"], string> = {
	none: "dot-off",
	sent: "",
	failed: "dot-bad",
	pending: "dot-warn",
};

function ReceiptsDot({ due, sent, failed, state }: LoadedDays["days"][0]["receipts"]) {
	const { t } = useTranslation("admin");
	return (
		<span className={classNames("dot", DOTS[state])}>
			{t(`payDays.receiptStates.${state}`, { due, sent, count: failed })}
		</span>
	);
}
