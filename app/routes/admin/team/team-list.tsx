import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ALL_RIGHTS, mayDo, ROLES } from "../../../accounts/staff/rights.ts";
import type { Member } from "../../../accounts/staff/roles.server.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Cell, ColumnHeader, TableBody, TableHead, TableRow } from "../../../ui/table.tsx";
import { RoleChip } from "../frame/role-chip.tsx";
import { Section } from "../section.tsx";
import { AdminTable } from "../table.tsx";

type TeamProps = { members: readonly Member[]; self: string; mayChange: boolean };

/** The members with their roles, and the acts that each role may do. */
export function TeamList({ members, self, mayChange }: TeamProps) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("team.title")}</h1>
				<div className="adm-acts">
					<LinkButton to={`${href("/admin/team")}?format=csv`} icon="tray-arrow-down">
						{t("pay.csv")}
					</LinkButton>
					{mayChange && (
						<LinkButton to={`${href("/admin/team")}?do=role`} variant="primary" icon="plus">
							{t("team.add")}
						</LinkButton>
					)}
				</div>
			</div>
			<Section title={t("team.people")}>
				<ul className="rows">
					{members.map(({ id, name, email, role, secondStep, state }) => (
						<li key={id}>
							<div className="row-text">
								<b>
									{name ?? email} {id === self && `· ${t("team.you")}`}
								</b>{" "}
								<span>
									{email} · {secondStep ? t("team.secondStepOn") : t("team.secondStepOff")}
									{state === "blocked" && ` · ${t("states.blocked")}`}
								</span>
							</div>
							<div className="row-acts">
								<RoleChip role={role} />{" "}
								{mayChange && id !== self && (
									<LinkButton
										to={`${href("/admin/team")}?do=role&account=${id}`}
										size="sm"
										aria-label={t("team.changeOf", { name: name ?? email })}
									>
										{t("team.change")}
									</LinkButton>
								)}
							</div>
						</li>
					))}
				</ul>
			</Section>
			<Rights />
		</>
	);
}

function Rights() {
	const { t } = useTranslation("admin");
	return (
		<Section title={t("team.rights")} flush>
			<AdminTable caption={t("team.rights")}>
				<TableHead>
					<TableRow>
						<ColumnHeader>{t("team.right")}</ColumnHeader>
						{ROLES.map((role) => (
							<ColumnHeader key={role}>{t(`roles.${role}`)}</ColumnHeader>
						))}
					</TableRow>
				</TableHead>
				<TableBody>
					{ALL_RIGHTS.map((right) => (
						<TableRow key={right}>
							<Cell>{t(`team.rightNames.${right}`)}</Cell>
							{ROLES.map((role) => (
								<Cell key={role} data-label={t(`roles.${role}`)}>
									{mayDo(role, right) ? t("team.yes") : t("team.no")}
								</Cell>
							))}
						</TableRow>
					))}
				</TableBody>
			</AdminTable>
		</Section>
	);
}
