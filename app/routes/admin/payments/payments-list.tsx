import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Cell, ColumnHeader, TableBody, TableFoot, TableHead, TableRow } from "../../../ui/table.tsx";
import { AdminTable } from "../table.tsx";
import { FoundList } from "./found-list.tsx";
import type { LoadedPayments } from "./load-payments.server.ts";
import { ForWhat, Payer } from "./payment-words.tsx";
import { PaymentsFilter } from "./payments-filter.tsx";
import { PaymentState } from "./state-chip.tsx";

const PAYMENTS = href("/admin/payments");

/** Everybody's payments, the newest first, or those that the filter has found. */
export function PaymentsList(loaded: LoadedPayments) {
	const { fields, payments, next, isFirst, isFiltered, wrongDay, tooWide } = loaded;
	const { t } = useTranslation("admin");
	return (
		<FoundList
			tab="payments"
			path={PAYMENTS}
			title={t("pay.title")}
			count={payments.length}
			none={t("pay.none")}
			{...{ fields, next, isFirst, isFiltered }}
			banners={
				<>
					{wrongDay && <Banner tone="warning">{t("pay.wrongDay", { day: wrongDay })}</Banner>}
					{tooWide && <Banner tone="warning">{t("pay.wide", { count: tooWide })}</Banner>}
				</>
			}
			filter={<PaymentsFilter fields={fields} />}
		>
			<PaymentsTable {...loaded} />
		</FoundList>
	);
}

const COLUMNS = ["when", "person", "what", "state", "receipt", "sum"] as const;

function PaymentsTable({ payments, total, counted }: LoadedPayments) {
	const { t } = useTranslation("admin");
	return (
		<AdminTable caption={t("pay.title")}>
			<TableHead>
				<TableRow>
					{COLUMNS.map((column) => (
						<ColumnHeader key={column} className={column === "sum" ? "t-num" : undefined}>
							{t(`pay.${column}`)}
						</ColumnHeader>
					))}
				</TableRow>
			</TableHead>
			<TableBody>
				{payments.map((payment) => (
					<Payment key={payment.id} {...payment} />
				))}
			</TableBody>
			<TableFoot>
				<TableRow>
					<Cell colSpan={total ? 5 : 6}>
						{total ? t("pay.total", total) : t("pay.totalMore", { count: counted })}
					</Cell>
					{total && <Cell className="t-num">{total.sum}</Cell>}
				</TableRow>
			</TableFoot>
		</AdminTable>
	);
}

function Payment(payment: LoadedPayments["payments"][0]) {
	const { t } = useTranslation("admin");
	return (
		<TableRow>
			<Cell>
				{payment.at} <small className="mono">{payment.id}</small>
			</Cell>
			<Cell>
				<Payer who={payment.who} accountId={payment.accountId} />
			</Cell>
			<Cell>
				<a className="t-link" href={`${PAYMENTS}?payment=${payment.id}`}>
					<ForWhat {...payment} />
				</a>{" "}
				{payment.method && <small>{payment.method}</small>}
			</Cell>
			<Cell className="t-end">
				<PaymentState state={payment.state} />
			</Cell>
			<Cell data-label={t("pay.receipt")}>{t(`pay.receipts.${payment.receipt}`)}</Cell>
			<Cell className="t-num">{payment.amount}</Cell>
		</TableRow>
	);
}
