import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableFoot, TableHead, TableRow } from "../../../ui/table.tsx";
import { Pager } from "../pager.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedPayments } from "./load-payments.server.ts";
import { PaymentTabs } from "./payment-tabs.tsx";
import { ForWhat, Payer } from "./payment-words.tsx";
import { PaymentsFilter } from "./payments-filter.tsx";
import { PaymentState } from "./state-chip.tsx";

const PAYMENTS = href("/admin/payments");

/** Everybody's payments, the newest first, or those that the filter has found. */
export function PaymentsList(loaded: LoadedPayments) {
	const { fields, payments, next, isFirst, isFiltered, wrongDay, tooWide } = loaded;
	const { t } = useTranslation("admin");
	const given = Object.entries(fields).filter(([, value]) => value !== "");
	const page = (query: Record<string, string>) =>
		`${PAYMENTS}?${new URLSearchParams({ ...Object.fromEntries(given), ...query })}`;
	return (
		<>
			<div className="adm-head">
				<h1>{t("pay.title")}</h1>
				{payments.length > 0 && (
					<div className="adm-acts">
						<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
							{t("pay.csv")}
						</LinkButton>
					</div>
				)}
			</div>
			<PaymentTabs tab="payments" />
			{wrongDay && <Banner tone="warning">{t("pay.wrongDay", { day: wrongDay })}</Banner>}
			{tooWide && <Banner tone="warning">{t("pay.wide", { count: tooWide })}</Banner>}
			<Card padding="none" aria-label={t("pay.title")}>
				<PaymentsFilter fields={fields} />
				{payments.length > 0 ? (
					<PaymentsTable {...loaded} />
				) : (
					<p className="sec-body" role="status">
						{isFiltered || !isFirst ? t("pay.nothing") : t("pay.none")}{" "}
						{(isFiltered || !isFirst) && <LinkButton to={PAYMENTS}>{t("pay.showAll")}</LinkButton>}
					</p>
				)}
				<Pager
					count={payments.length}
					first={isFirst ? null : page({})}
					next={next && page({ after: next })}
				/>
			</Card>
		</>
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
				{payment.createdAt} <small className="mono">{payment.id}</small>
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
