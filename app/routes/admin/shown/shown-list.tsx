import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { Crumbs } from "../crumbs.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { Pager } from "../pager.tsx";
import { Section } from "../section.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedShown, loadShownOf } from "./load-shown.server.ts";

const SHOWN = href("/admin/shown");
const COLUMNS = ["person", "shownAt", "ends", "openedAt", "open"] as const;

/** Everything that is shown to support now: who shows it, and until when. */
export function ShownList({ shown, found, next, isFirst }: LoadedShown) {
	const { t } = useTranslation("admin");
	return (
		<>
			<Crumbs path={[[href("/admin/feedback"), t("feedback.title")]]}>{t("shown.title")}</Crumbs>
			<div className="adm-head">
				<h1>{t("shown.title")}</h1>
				{shown.length > 0 && (
					<div className="adm-acts">
						<LinkButton to={`${SHOWN}?format=csv`} icon="tray-arrow-down">
							{t("pay.csv")}
						</LinkButton>
					</div>
				)}
			</div>
			<p className="adm-lead">{t("shown.lead")}</p>
			<Card padding="none" className="shown-list" aria-label={t("shown.title")}>
				{shown.length > 0 && <Found {...found} />}
				{shown.length === 0 ? (
					<EmptyList icon="eye-outline" none={t("shown.none")} all={isFirst ? null : SHOWN} />
				) : (
					<AdminTable caption={t("shown.title")}>
						<TableHead>
							<TableRow>
								{COLUMNS.map((column) => (
									<ColumnHeader key={column}>{t(`shown.${column}`)}</ColumnHeader>
								))}
							</TableRow>
						</TableHead>
						<TableBody>
							{shown.map(({ id, accountId, who, at, until, openedAt }) => (
								<TableRow key={id}>
									<Cell>
										<a className="t-link" href={`${href("/admin/people")}?account=${accountId}`}>
											{who}
										</a>
									</Cell>
									<Cell data-label={t("shown.shownAt")}>{at}</Cell>
									<Cell data-label={t("shown.ends")}>{until}</Cell>
									<Cell data-label={t("shown.openedAt")}>{openedAt ?? t("shown.never")}</Cell>
									<Cell className="t-end">
										<LinkButton size="sm" to={`${SHOWN}?id=${id}`}>
											{t("shown.open")}
										</LinkButton>
									</Cell>
								</TableRow>
							))}
						</TableBody>
					</AdminTable>
				)}
				<Pager
					count={shown.length}
					first={isFirst ? null : SHOWN}
					next={next === null ? null : `${SHOWN}?after=${next}`}
				/>
			</Card>
		</>
	);
}

/** On a person's card; nothing where they show nothing. */
export function PersonShown({ shown }: { shown: Awaited<ReturnType<typeof loadShownOf>> }) {
	const { t } = useTranslation("admin");
	if (shown.length === 0) return null;
	return (
		<Section title={t("shown.own")}>
			<ul className="rows">
				{shown.map(({ id, at, until }) => (
					<li key={id}>
						<div className="row-text">
							<b>{t("shown.ownItem", { at })}</b>
							<span>{t("shown.ownEnds", { until })}</span>
						</div>
						<div className="row-acts">
							<LinkButton to={`${SHOWN}?id=${id}`}>{t("shown.open")}</LinkButton>
						</div>
					</li>
				))}
			</ul>
			<p className="note">{t("shown.ownNote")}</p>
		</Section>
	);
}
