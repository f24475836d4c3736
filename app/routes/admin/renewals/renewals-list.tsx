import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Select } from "../../../ui/select.tsx";
import { Cell, ColumnHeader, TableBody, TableFoot, TableHead, TableRow } from "../../../ui/table.tsx";
import { FoundList } from "../payments/found-list.tsx";
import { Payer } from "../payments/payment-words.tsx";
import { SearchForm } from "../search-form.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedRenewals } from "./load-renewals.server.ts";
import type { RenewalView } from "./renewal-view.server.ts";
import { Asleep, StatusDot, useNoticeText, useWhyText } from "./renewal-words.tsx";

const RENEWALS = href("/admin/renewals");

/** Everybody's renewals that are not off, the next first, or those that the filter has found. */
export function RenewalsList(loaded: LoadedRenewals) {
	const { fields, renewals, next, isFirst, isFiltered, tooWide } = loaded;
	const { t } = useTranslation("admin");
	return (
		<FoundList
			tab="renewals"
			path={RENEWALS}
			title={t("renewals.title")}
			count={renewals.length}
			none={t("renewals.none")}
			{...{ fields, next, isFirst, isFiltered }}
			banners={
				<>
					<Worries {...loaded} />
					{tooWide && <Banner tone="warning">{t("renewals.wide", { count: tooWide })}</Banner>}
				</>
			}
			filter={
				<SearchForm action={RENEWALS} label={t("renewals.search")} value={fields.q}>
					<Select name="state" label={t("renewals.state")} defaultValue={fields.state} className="narrow">
						<option value="">{t("pay.anyState")}</option>
						{loaded.statuses.map((status) => (
							<option key={status} value={status}>
								{t(`renewals.statuses.${status}`)}
							</option>
						))}
					</Select>
				</SearchForm>
			}
		>
			<RenewalsTable {...loaded} />
		</FoundList>
	);
}

/** Problems that need a look: nothing is charged at all, e-mails were late, a bank does not answer. */
function Worries({ asleep, open, postponed, stuck, maySeeState }: LoadedRenewals) {
	const { t } = useTranslation("admin");
	return (
		<>
			{asleep && <Asleep asleep={asleep} open={open} />}
			{postponed > 0 && (
				<Banner tone="warning" icon="email-fast-outline">
					<b>{t("renewals.postponed", { count: postponed })}</b> {t("renewals.postponedText")}{" "}
					<a className="link" href={`${RENEWALS}?state=postponed`}>
						{t("renewals.show")}
					</a>
					{maySeeState && (
						<>
							{" · "}
							<a className="link" href={href("/admin/state")}>
								{t("renewals.emails")}
							</a>
						</>
					)}
				</Banner>
			)}
			{stuck > 0 && (
				<Banner tone="warning">
					<b>{t("renewals.stuck", { count: stuck })}</b> {t("renewals.stuckText")}{" "}
					<a className="link" href={`${RENEWALS}?state=stuck`}>
						{t("renewals.show")}
					</a>
				</Banner>
			)}
		</>
	);
}

const COLUMNS = ["charge", "person", "plan", "card", "notice", "state", "sum"] as const;

function RenewalsTable({ renewals, total, counted }: LoadedRenewals) {
	const { t } = useTranslation("admin");
	return (
		<AdminTable caption={t("renewals.title")}>
			<TableHead>
				<TableRow>
					{COLUMNS.map((column) => (
						<ColumnHeader key={column} className={column === "sum" ? "t-num" : undefined}>
							{t(`renewals.${column}`)}
						</ColumnHeader>
					))}
				</TableRow>
			</TableHead>
			<TableBody>
				{renewals.map((renewal) => (
					<Row key={renewal.accountId} {...renewal} />
				))}
			</TableBody>
			<TableFoot>
				<TableRow>
					<Cell colSpan={total ? COLUMNS.length - 1 : COLUMNS.length}>
						{total ? t("renewals.total", total) : t("renewals.totalMore", { count: counted })}
					</Cell>
					{total && <Cell className="t-num">{total.sum}</Cell>}
				</TableRow>
			</TableFoot>
		</AdminTable>
	);
}

function Row(renewal: RenewalView) {
	const { t } = useTranslation("admin");
	const notice = useNoticeText(renewal.notice);
	const why = useWhyText(renewal);
	const { who, accountId, mayOpen } = renewal;
	return (
		<TableRow>
			<Cell>
				<a className="t-link" href={`${RENEWALS}?account=${accountId}`}>
					{renewal.chargeDay ?? t("renewals.noCharge")}
				</a>
			</Cell>
			<Cell>
				<Payer who={who} accountId={mayOpen ? accountId : null} />
			</Cell>
			<Cell data-label={t("renewals.plan")}>{renewal.plan}</Cell>
			{/* The name of a card says that it is one. */}
			<Cell data-label={renewal.card ? undefined : t("renewals.card")}>
				{renewal.card ?? t("renewals.noCard")}
			</Cell>
			<Cell data-label={t("renewals.notice")}>{notice}</Cell>
			<Cell>
				<StatusDot {...renewal} /> {why && <small>{why}</small>}
			</Cell>
			<Cell className="t-num">{renewal.amount}</Cell>
		</TableRow>
	);
}
