import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Crumbs } from "../crumbs.tsx";
import { Section } from "../section.tsx";
import { BillState } from "./bills-list.tsx";
import type { LoadedBill } from "./load-bills.server.ts";

/** A bill: who is to pay how much, what has become of it, and the acts. */
export function BillCard({ bill, email, accountId, ...loaded }: LoadedBill) {
	const { t } = useTranslation("admin");
	const bills = href("/admin/bills");
	const act = (name: string) => `${bills}?bill=${bill.number}&do=${name}`;
	const title = t("bills.numbered", bill);
	return (
		<>
			<Crumbs path={[[bills, t("bills.title")]]}>{title}</Crumbs>
			<div className="adm-head">
				<h1>{title}</h1>
				<BillState state={bill.state} />
				<div className="adm-acts">
					{loaded.mayEnd && (
						<>
							<LinkButton to={act("paid")} variant="primary" icon="check">
								{t("bills.paid.title")}
							</LinkButton>
							<LinkButton to={act("cancel")} variant="error-text" icon="close">
								{t("bills.cancel.title")}
							</LinkButton>
						</>
					)}
					{loaded.mayReturn && (
						<LinkButton to={act("return")} variant="error-text" icon="undo-variant">
							{t("bills.return.title")}
						</LinkButton>
					)}
				</div>
			</div>
			<Section title={t("bills.details")}>
				<dl className="dl">
					<dt>{t("bills.organisation")}</dt>
					<dd>{bill.organisation || t("bills.erased")}</dd>
					<dt>{t("bills.inn")}</dt>
					<dd className="num">{bill.inn || "—"}</dd>
					<dt>{t("bills.kpp")}</dt>
					<dd className="num">{bill.kpp ?? "—"}</dd>
					<dt>{t("bills.what")}</dt>
					<dd>{t("bills.whatOf", { ...bill, days: t("pay.days", { count: bill.days }) })}</dd>
					<dt>{t("bills.sum")}</dt>
					<dd className="num">{bill.sum}</dd>
					<dt>{t("bills.who")}</dt>
					<dd>
						{email && accountId ? (
							<a className="t-link" href={`${href("/admin/people")}?account=${accountId}`}>
								{email}
							</a>
						) : (
							email || t("bills.deleted")
						)}
					</dd>
					<dt>{t("bills.until")}</dt>
					<dd>{loaded.until}</dd>
					{loaded.endedAt && (
						<>
							<dt>{t("bills.ended")}</dt>
							<dd>{loaded.endedAt}</dd>
						</>
					)}
					{loaded.codes.all > 0 && (
						<>
							<dt>{t("bills.codes")}</dt>
							<dd>{t("bills.codesOf", loaded.codes)}</dd>
						</>
					)}
					{loaded.returned && (
						<>
							<dt>{t("bills.returned")}</dt>
							<dd>{loaded.returned}</dd>
						</>
					)}
				</dl>
			</Section>
		</>
	);
}
