import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ALL_RIGHTS, mayDo, ROLES } from "../../../accounts/staff/rights.ts";
import type { Member } from "../../../accounts/staff/roles.server.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { RoleChip } from "../frame/role-chip.tsx";
import { Section } from "../section.tsx";

type TeamProps = { members: readonly Member[]; self: string; mayChange: boolean };

/** The members with their roles, and the acts that each role may do. */
export function TeamList({ members, self, mayChange }: TeamProps) {
	const { t } = useTranslation("admin");
	return (
		<>
			<div className="adm-head">
				<h1>{t("team.title")}</h1>
				{mayChange && (
					<div className="adm-acts">
						<LinkButton to={`${href("/admin/team")}?do=role`} variant="primary" icon="plus">
							{t("team.add")}
						</LinkButton>
					</div>
				)}
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
			<table className="table-adm">
				<caption className="sr-only">{t("team.rights")}</caption>
				<thead>
					<tr>
						<th scope="col">{t("team.right")}</th>
						{ROLES.map((role) => (
							<th key={role} scope="col">
								{t(`roles.${role}`)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{ALL_RIGHTS.map((right) => (
						<tr key={right}>
							<td>{t(`team.rightNames.${right}`)}</td>
							{ROLES.map((role) => (
								<td key={role} data-label={t(`roles.${role}`)}>
									{mayDo(role, right) ? t("team.yes") : t("team.no")}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</Section>
	);
}
