import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ROLES } from "../../../accounts/staff/rights.ts";
import type { Member } from "../../../accounts/staff/roles.server.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import {
	ProblemBanner,
	ProofFields,
	ReasonField,
	SendCode,
	useFieldProblem,
} from "../confirm/confirm-fields.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";
import { Crumbs } from "../crumbs.tsx";

type RolePageProps = {
	/** Null: somebody who has none yet, by their e-mail. */
	member: Member | null;
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** The form of a role. */
export function RolePage({ member, needed, state }: RolePageProps) {
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const team = href("/admin/team");
	const title = member ? (member.name ?? member.email) : t("team.add");
	const chosen = state?.values?.role ?? member?.role;
	const roles = member ? ([...ROLES, "none"] as const) : ROLES;
	return (
		<>
			<Crumbs path={[[team, t("team.title")]]}>{title}</Crumbs>
			<div className="adm-head">
				<h1>{title}</h1>
			</div>
			<ProblemBanner state={state} />
			<form
				className="card card-pad adm-form"
				method="post"
				action={`${team}?do=role${member ? `&account=${member.id}` : ""}`}
				noValidate
			>
				{member ? (
					<p>{member.email}</p>
				) : (
					<>
						<p>{t("team.addLead")}</p>
						<TextField
							name="email"
							type="email"
							label={t("team.email")}
							defaultValue={state?.values?.email}
							error={problem("email")}
							autoComplete="off"
							maxLength={254}
							required
						/>
					</>
				)}
				<fieldset className="fset" aria-describedby={problem("role") ? "role-problem" : undefined}>
					<legend>{t("team.role")}</legend>
					{problem("role") && (
						<p id="role-problem" className="field-help">
							{problem("role")}
						</p>
					)}
					<div className="choices">
						{roles.map((role) => (
							<label key={role} className="choice">
								<input type="radio" name="role" value={role} defaultChecked={role === chosen} required />
								<span>
									<b>{role === "none" ? t("team.take") : t(`roles.${role}`)}</b>{" "}
									<small>{role === "none" ? t("team.takeText") : t(`roleTexts.${role}`)}</small>
								</span>
							</label>
						))}
					</div>
				</fieldset>
				<ReasonField state={state} />
				<ProofFields state={state} needed={needed} />
				<div className="form-acts">
					<Button variant="primary" pendingLabel={t("confirm.sending")}>
						{member ? t("team.set") : t("team.add")}
					</Button>
					<LinkButton to={team} variant="ghost">
						{t("confirm.cancel")}
					</LinkButton>
					<SendCode needed={needed} />
				</div>
			</form>
		</>
	);
}
