import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Pager } from "../pager.tsx";
import type { LoadedPayments } from "./load-payments.server.ts";
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
		<table className="table-adm">
			<caption className="sr-only">{t("pay.title")}</caption>
			<thead>
				<tr>
					{COLUMNS.map((column) => (
						<th key={column} scope="col" className={column === "sum" ? "t-num" : undefined}>
							{t(`pay.${column}`)}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{payments.map((payment) => (
					<Payment key={payment.id} {...payment} />
				))}
			</tbody>
			<tfoot>
				<tr>
					<td colSpan={total ? 5 : 6}>
						{total ? t("pay.total", total) : t("pay.totalMore", { count: counted })}
					</td>
					{total && <td className="t-num">{total.sum}</td>}
				</tr>
			</tfoot>
		</table>
	);
}

function Payment(payment: LoadedPayments["payments"][0]) {
	const { t } = useTranslation("admin");
	return (
		<tr>
			<td>
				{payment.createdAt} <small className="mono">{payment.id}</small>
			</td>
			<td>
				<Payer who={payment.who} accountId={payment.accountId} />
			</td>
			<td>
				<a className="t-link" href={`${PAYMENTS}?payment=${payment.id}`}>
					<ForWhat {...payment} />
				</a>{" "}
				{payment.method && <small>{payment.method}</small>}
			</td>
			<td className="t-end">
				<PaymentState state={payment.state} />
			</td>
			<td data-label={t("pay.receipt")}>{t(`pay.receipts.${payment.receipt}`)}</td>
			<td className="t-num">{payment.amount}</td>
		</tr>
	);
}
