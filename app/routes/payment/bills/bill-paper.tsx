import { useTranslation } from "react-i18next";
import type { PrintedBill } from "../../../billing/bills/printed-bill.server.ts";
import { Banner } from "../../../ui/banner.tsx";

type Party = { name: string; inn: string; kpp: string | null };

/** The paper of a bill, as accountants know it: the bank's table, the parties, one line, the sum in words. */
export function BillPaper({ paper }: { paper: PrintedBill }) {
	const { t } = useTranslation("bills");
	const { seller, buyer, number, date, vat, sum } = paper;
	const nameOf = ({ kpp, ...party }: Party) =>
		kpp ? t("paper.withKpp", { ...party, kpp }) : t("paper.requisites", party);
	const withAddress = t("paper.address", { text: nameOf(seller), address: seller.address });
	const vatText = vat ? `${t("paper.vat", vat)}: ${vat.sum}` : t("paper.noVat");
	return (
		<article className="paper" data-theme="light" aria-labelledby="paper-title">
			{seller.isSample && <Banner tone="warning">{t("paper.sample")}</Banner>}
			<BankTable seller={seller} />
			<h2 id="paper-title">{t("paper.title", { number, date })}</h2>
			<dl>
				<dt>{t("paper.seller")}</dt>
				<dd>{seller.phone ? t("paper.phone", { text: withAddress, phone: seller.phone }) : withAddress}</dd>
				<dt>{t("paper.buyer")}</dt>
				<dd>{nameOf(buyer)}</dd>
			</dl>
			<Line paper={paper} vatText={vat ? t("paper.vat", vat) : t("paper.noVat")} />
			<p>{t("paper.inAll", { sum })}</p>
			<p>
				<b>{paper.words}</b>
			</p>
			<p>{t("paper.purpose", { number, date, vat: vatText })}</p>
			<p>{t("paper.until", { date: paper.until })}</p>
			<p>{t("paper.offer", { address: paper.offer })}</p>
			<p className="paper-signer">
				{t("paper.signer")} <span aria-hidden="true" /> {seller.signer}
			</p>
		</article>
	);
}

function BankTable({ seller: { bank, inn, kpp, name } }: Pick<PrintedBill, "seller">) {
	const { t } = useTranslation("bills");
	return (
		<table className="paper-bank">
			<tbody>
				<tr>
					<td rowSpan={2} colSpan={2}>
						{bank.name} <small>{t("paper.bank")}</small>
					</td>
					<th scope="row">{t("paper.bik")}</th>
					<td className="num">{bank.bik}</td>
				</tr>
				<tr>
					<th scope="row">{t("paper.account")}</th>
					<td className="num">{bank.correspondent}</td>
				</tr>
				<tr>
					<td className="num">
						{t("paper.inn")} {inn}
					</td>
					<td className="num">
						{t("paper.kpp")} {kpp}
					</td>
					<th scope="row" rowSpan={2}>
						{t("paper.account")}
					</th>
					<td className="num" rowSpan={2}>
						{bank.account}
					</td>
				</tr>
				<tr>
					<td colSpan={2}>
						{name} <small>{t("paper.recipient")}</small>
					</td>
				</tr>
			</tbody>
		</table>
	);
}

const COLUMNS = ["line", "what", "count", "unit", "price", "sum"] as const;

function Line({ paper, vatText }: { paper: PrintedBill; vatText: string }) {
	const { t } = useTranslation("bills");
	const { appName, plan, days, seats, price, sum, vat } = paper;
	const totals = [
		[t("paper.total"), sum],
		[vatText, vat?.sum ?? "—"],
		[t("paper.toPay"), sum],
	] as const;
	return (
		<table className="paper-lines">
			<thead>
				<tr>
					{COLUMNS.map((column) => (
						<th key={column} scope="col">
							{t(`paper.columns.${column}`)}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				<tr>
					<td>1</td>
					<td>{t("paper.what", { appName, plan, days })}</td>
					<td className="num">{seats}</td>
					<td>{t("paper.unit")}</td>
					<td className="num">{price}</td>
					<td className="num">{sum}</td>
				</tr>
			</tbody>
			<tfoot>
				{totals.map(([name, value]) => (
					<tr key={name}>
						{/* Hidden where the two columns are that it stands below. */}
						<td colSpan={2} />
						<th scope="row" colSpan={3}>
							{name}
						</th>
						<td className="num">{value}</td>
					</tr>
				))}
			</tfoot>
		</table>
	);
}
