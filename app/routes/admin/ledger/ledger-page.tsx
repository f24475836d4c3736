import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { Crumbs } from "../crumbs.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { Pager } from "../pager.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedLedger } from "./load-ledger.server.ts";

const COLUMNS = ["at", "what", "reason", "change", "left"] as const;
const isNumber = (column: string) => (column === "change" || column === "left" ? "t-num" : undefined);

/** The ledger of a person's messages, the newest entry first: what was granted, used, given back and corrected. */
export function LedgerPage({ person, entries, found, next, isFirst }: LoadedLedger) {
	const { t } = useTranslation("admin");
	const who = person.who ?? t("ledger.deleted");
	const ledger = `${href("/admin/ledger")}?account=${person.id}`;
	const above: [to: string, name: string][] = person.mayOpen
		? [
				[href("/admin/people"), t("people.title")],
				[`${href("/admin/people")}?account=${person.id}`, who],
			]
		: [[href("/admin/payments"), t("pay.title")]];
	return (
		<>
			<Crumbs path={above}>{t("ledger.title")}</Crumbs>
			<div className="adm-head">
				<h1>{t("ledger.of", { who })}</h1>
				{entries.length > 0 && (
					<div className="adm-acts">
						<LinkButton to={`${ledger}&format=csv`} icon="tray-arrow-down">
							{t("pay.csv")}
						</LinkButton>
					</div>
				)}
			</div>
			<p className="adm-lead">{t("ledger.lead")}</p>
			<Card padding="none" aria-label={t("ledger.title")}>
				{entries.length > 0 && <Found {...found} />}
				{entries.length === 0 ? (
					<EmptyList icon="format-list-bulleted" none={t("ledger.none")} all={isFirst ? null : ledger} />
				) : (
					<AdminTable caption={t("ledger.title")}>
						<TableHead>
							<TableRow>
								{COLUMNS.map((column) => (
									<ColumnHeader key={column} className={isNumber(column)}>
										{t(`ledger.columns.${column}`)}
									</ColumnHeader>
								))}
							</TableRow>
						</TableHead>
						<TableBody>
							{entries.map(({ id, at, kind, why, reference, change, left }) => (
								<TableRow key={id}>
									<Cell>{at}</Cell>
									<Cell>{t(`ledger.kinds.${kind}`)}</Cell>
									<Cell data-label={t("ledger.columns.reason")}>
										{why ? `«${why}»` : <span className="mono">{reference}</span>}
									</Cell>
									<Cell className="t-num" data-label={t("ledger.columns.change")}>
										{change}
									</Cell>
									<Cell className="t-num" data-label={t("ledger.columns.left")}>
										{t("ledger.number", { left })}
									</Cell>
								</TableRow>
							))}
						</TableBody>
					</AdminTable>
				)}
				<Pager
					count={entries.length}
					first={isFirst ? null : ledger}
					next={next === null ? null : `${ledger}&after=${next}`}
				/>
			</Card>
		</>
	);
}
