import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { RoleChip } from "../frame/role-chip.tsx";
import { Pager } from "../pager.tsx";
import { SearchForm } from "../search-form.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedPeople } from "./load-people.server.ts";
import { StateDot } from "./state-dot.tsx";

const PEOPLE = href("/admin/people");

/** Everybody, the newest first, or those whom the search has found. */
export function PeopleList({ part, total, more, people, next, isFirst }: LoadedPeople) {
	const { t } = useTranslation("admin");
	const page = (query: Record<string, string>) =>
		`${PEOPLE}?${new URLSearchParams({ ...(part ? { q: part } : {}), ...query })}`;
	return (
		<>
			<div className="adm-head">
				<h1>{t("people.title")}</h1>
				<div className="adm-acts">
					<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
						{t("pay.csv")}
					</LinkButton>
					<LinkButton to={`${PEOPLE}?do=invite`} variant="primary" icon="plus">
						{t("invite.title")}
					</LinkButton>
				</div>
			</div>
			<Card padding="none" aria-label={t("people.title")}>
				<SearchForm action={PEOPLE} label={t("people.search")} value={part} />
				<p className="found" role="status">
					{people.length === 0 && isFirst
						? t("people.nobody")
						: t(more ? "people.foundMore" : "people.found", { total })}
				</p>
				{people.length > 0 ? (
					<PeopleTable people={people} />
				) : (
					<p className="sec-body">
						<LinkButton to={PEOPLE}>{t("people.showAll")}</LinkButton>
					</p>
				)}
				<Pager count={people.length} first={isFirst ? null : page({})} next={next && page({ after: next })} />
			</Card>
		</>
	);
}

function PeopleTable({ people }: Pick<LoadedPeople, "people">) {
	const { t } = useTranslation("admin");
	const columns = ["person", "plan", "state", "registered", "seen"] as const;
	return (
		<AdminTable caption={t("people.title")}>
			<TableHead>
				<TableRow>
					{columns.map((column) => (
						<ColumnHeader key={column}>{t(`people.${column}`)}</ColumnHeader>
					))}
				</TableRow>
			</TableHead>
			<TableBody>
				{people.map((person) => (
					<TableRow key={person.id}>
						<Cell>
							<a className="t-link" href={`${PEOPLE}?account=${person.id}`}>
								{person.name ?? person.email}
							</a>{" "}
							{person.role && <RoleChip role={person.role} />} {person.name && <small>{person.email}</small>}
						</Cell>
						<Cell className="t-end">
							{person.plan}{" "}
							{person.planUntil && <small>{t("people.until", { date: person.planUntil })}</small>}
						</Cell>
						<Cell>
							<StateDot state={person.state} />
						</Cell>
						<Cell data-label={t("people.registered")}>{person.createdAt}</Cell>
						<Cell data-label={t("people.seen")}>{person.seenAt ?? t("people.never")}</Cell>
					</TableRow>
				))}
			</TableBody>
		</AdminTable>
	);
}
