import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { Pager } from "../pager.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedJournal } from "./load-journal.server.ts";

const JOURNAL = href("/admin/journal");
const COLUMNS = ["number", "when", "who", "what", "whom", "from"] as const;

/** The acts of the team, the newest first, and whether the journal is as it was written. */
export function JournalPage({ whole, mayOpen, broken, entries, found, next, isFirst }: LoadedJournal) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("journal.title")}</h1>
				{entries.length > 0 && (
					<div className="adm-acts">
						<LinkButton to={`${JOURNAL}?format=csv`} icon="tray-arrow-down">
							{t("pay.csv")}
						</LinkButton>
					</div>
				)}
			</div>
			<p className="adm-lead">
				{t("journal.lead")} {!whole && t("journal.own")}
			</p>
			{broken !== null && (
				<Banner tone="error" icon="lock-alert-outline" title={t("journal.broken", { number: broken })}>
					{t("journal.brokenText")} <code>npm run doctor -- journal</code>
				</Banner>
			)}
			{broken === null && whole && entries.length > 0 && (
				<Banner tone="success">
					{t("journal.whole")} <code>npm run doctor -- journal</code>
				</Banner>
			)}
			<Card padding="none" aria-label={t("journal.title")}>
				{entries.length > 0 && <Found {...found} />}
				{entries.length === 0 ? (
					<EmptyList icon="format-list-bulleted" none={t("journal.empty")} all={isFirst ? null : JOURNAL} />
				) : (
					<AdminTable caption={t("journal.title")}>
						<TableHead>
							<TableRow>
								{COLUMNS.map((column) => (
									<ColumnHeader key={column}>{t(`journal.${column}`)}</ColumnHeader>
								))}
							</TableRow>
						</TableHead>
						<TableBody>
							{entries.map((entry) => (
								<Entry key={entry.number} {...entry} mayOpen={mayOpen} />
							))}
						</TableBody>
					</AdminTable>
				)}
				<Pager
					count={entries.length}
					first={isFirst ? null : JOURNAL}
					next={next === null ? null : `${JOURNAL}?before=${next}`}
				/>
			</Card>
		</>
	);
}

type EntryProps = LoadedJournal["entries"][0] & Pick<LoadedJournal, "mayOpen">;

function Entry({ mayOpen, person, ...entry }: EntryProps) {
	const { number, at, actor, act, reason, before, after, network } = entry;
	const { t } = useTranslation("admin");
	const named = (value: string | null) => {
		if (value === null) return t("journal.nothing");
		return act === "role-changed" ? t(`roles.${value as "owner"}`) : value;
	};
	return (
		<TableRow>
			<Cell data-label={t("journal.number")}>{number}</Cell>
			<Cell>{at}</Cell>
			<Cell data-label={t("journal.who")}>
				{actor ? (actor.name ?? t("journal.deleted")) : t("journal.console")}
			</Cell>
			<Cell>
				<b>{t(`journal.acts.${act}`)}</b>{" "}
				{(before !== null || after !== null) && (
					<small>
						{before === null && act !== "role-changed"
							? after
							: t("journal.change", { before: named(before), after: named(after) })}
					</small>
				)}{" "}
				{reason && <small>«{reason}»</small>}
			</Cell>
			<Cell data-label={t("journal.whom")}>
				{person && !mayOpen && (person.name ?? t("journal.deleted"))}
				{person && mayOpen && (
					<a className="t-link" href={`${href("/admin/people")}?account=${person.id}`}>
						{person.name ?? t("journal.deleted")}
					</a>
				)}
			</Cell>
			<Cell data-label={t("journal.from")}>{network ?? t("journal.console")}</Cell>
		</TableRow>
	);
}
