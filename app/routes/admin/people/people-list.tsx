import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { EmptyList } from "../empty.tsx";
import { Found } from "../found.tsx";
import { RoleChip } from "../frame/role-chip.tsx";
import { Pager } from "../pager.tsx";
import { AdminTable } from "../table.tsx";
import type { LoadedPeople } from "./load-people.server.ts";
import { PeopleFilter } from "./people-filter.tsx";
import { StateDot } from "./state-dot.tsx";

const PEOPLE = href("/admin/people");

/** Everybody, those who were here last before the others, or those whom the filter finds. */
export function PeopleList(loaded: LoadedPeople) {
	const { fields, people, isFirst, isFiltered, newer, older } = loaded;
	const { t } = useTranslation("admin");
	const filter = Object.entries(fields).filter(([, value]) => value !== "");
	const page = (more: Record<string, string> = {}) => {
		const query = new URLSearchParams([...filter, ...Object.entries(more)]).toString();
		return query ? `${PEOPLE}?${query}` : PEOPLE;
	};
	return (
		<>
			<div className="adm-head">
				<h1>{t("people.title")}</h1>
				<div className="adm-acts">
					{loaded.mayExport && (
						<LinkButton to={page({ format: "csv" })} icon="tray-arrow-down">
							{t("pay.csv")}
						</LinkButton>
					)}
					<LinkButton to={`${PEOPLE}?do=invite`} variant="primary" icon="plus">
						{t("invite.title")}
					</LinkButton>
				</div>
			</div>
			{!loaded.seesEmails && <p className="adm-lead">{t("people.supportLead")}</p>}
			<Card padding="none" aria-label={t("people.title")}>
				<PeopleFilter {...loaded} />
				{people.length > 0 ? (
					<>
						<Found {...loaded.found} />
						<PeopleTable {...loaded} />
					</>
				) : (
					<EmptyList
						icon="account-outline"
						none={t("people.none")}
						search={fields.q}
						all={isFiltered || !isFirst || loaded.isPast ? PEOPLE : null}
					/>
				)}
				<Pager
					count={people.length}
					shown={t(isFirst && !isFiltered && !fields.sort ? "people.shownRecent" : "people.shownOf", {
						count: people.length,
					})}
					first={isFirst ? null : page()}
					newer={newer && page({ before: newer })}
					next={older && page({ after: older })}
				/>
			</Card>
		</>
	);
}

function PeopleTable({ people, fields }: Pick<LoadedPeople, "people" | "fields">) {
	const { t } = useTranslation("admin");
	return (
		<AdminTable caption={t("people.title")}>
			<TableHead>
				<TableRow>
					<ColumnHeader>{t("people.person")}</ColumnHeader>
					<ColumnHeader>{t("people.plan")}</ColumnHeader>
					<ColumnHeader className="t-num">{t("people.used")}</ColumnHeader>
					<ColumnHeader>{t("people.state")}</ColumnHeader>
					<ColumnHeader aria-sort={fields.sort ? "descending" : undefined}>
						{t("people.registered")}
					</ColumnHeader>
					<ColumnHeader aria-sort={fields.sort ? undefined : "descending"}>{t("people.seen")}</ColumnHeader>
				</TableRow>
			</TableHead>
			<TableBody>
				{people.map((person) => (
					<TableRow key={person.id}>
						<Cell>
							<a className="t-link" href={`${PEOPLE}?account=${person.id}`}>
								{person.name ?? t("people.nameless")}
							</a>{" "}
							{person.role && <RoleChip role={person.role} />} <small>{person.email}</small>
						</Cell>
						<Cell className="t-end">
							<b>{person.plan}</b>{" "}
							{person.planUntil && <small>{t("people.until", { date: person.planUntil })}</small>}
						</Cell>
						<Cell className="t-num" data-label={t("people.used")}>
							{t("person.usedOf", { used: person.used, granted: person.granted })}
						</Cell>
						<Cell>
							<StateDot state={person.state} />
						</Cell>
						<Cell className="t-wide">{person.createdAt}</Cell>
						<Cell className="t-end">{person.seenAt ?? t("people.never")}</Cell>
					</TableRow>
				))}
			</TableBody>
		</AdminTable>
	);
}
