import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { PrintButton } from "../../../ui/print-button.tsx";
import { BillChip } from "./bill-list.tsx";
import { BillPaper } from "./bill-paper.tsx";
import type { LoadedBill } from "./load-bills.server.ts";

const BILLS = href("/payment/bills");

/** A bill: what has become of it, its codes, and its paper, which alone is printed. */
export function BillPage(loaded: LoadedBill) {
	const { bill, paper, email, endedAt, returned, mayReturn, codes } = loaded;
	const { t } = useTranslation("bills");
	const mayPay = bill.state === "open" || bill.state === "expired";
	return (
		<>
			<div className="bills-head no-print">
				<h1>{t("numbered", bill)}</h1>
				<BillChip state={bill.state} />
			</div>
			<p className="bills-lead no-print">{t(`texts.${bill.state}`, { email, date: endedAt })}</p>
			{returned && <p className="bills-lead no-print">{t("texts.returned", { sum: returned })}</p>}
			{codes.length > 0 && <Codes {...loaded} />}
			{mayReturn && <p className="bills-lead no-print">{t("texts.refund")}</p>}
			<div className="bills-print no-print">
				<PrintButton words={t("print")} />
				<p className="bills-note">{t("printHow")}</p>
			</div>
			<BillPaper paper={paper} />
			{mayPay && (
				<details className="bills-cancel no-print">
					<summary className="link link-touch">{t("cancel.open")}</summary>
					<form method="post" action={`${BILLS}?bill=${bill.id}`}>
						<input type="hidden" name="intent" value="cancel" />
						<p className="bills-note">{t("cancel.text")}</p>
						<Button variant="error-text">{t("cancel.button")}</Button>
					</form>
				</details>
			)}
			<LinkButton className="no-print" to={BILLS} variant="text" icon="arrow-left">
				{t("all")}
			</LinkButton>
		</>
	);
}

function Codes({ codes, codesUntil }: LoadedBill) {
	const { t } = useTranslation("bills");
	return (
		<Card className="no-print" aria-labelledby="codes">
			<h2 id="codes" className="card-title">
				{t("codes.title")}
			</h2>
			<p className="bills-note">{t("codes.text", { date: codesUntil })}</p>
			<table className="bills-codes">
				<thead>
					<tr>
						<th scope="col">{t("codes.number")}</th>
						<th scope="col">{t("codes.code")}</th>
						<th scope="col">{t("codes.state")}</th>
					</tr>
				</thead>
				<tbody>
					{codes.map(({ number, code, state, usedAt }) => (
						<tr key={number} data-code={state}>
							<td className="num">{number}</td>
							<td className="bills-code">{code ?? t("codes.inLetter")}</td>
							<td>{t(`codes.states.${state}`, { date: usedAt })}</td>
						</tr>
					))}
				</tbody>
			</table>
		</Card>
	);
}
