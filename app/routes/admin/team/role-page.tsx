import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ROLES } from "../../../accounts/staff/rights.ts";
import type { Member } from "../../../accounts/staff/roles.server.ts";
import { Choices } from "../confirm/choices.tsx";
import { useFieldProblem } from "../confirm/confirm-fields.tsx";
import { EmailField } from "../confirm/email-field.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";

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
		<FormPage
			path={[[team, t("team.title")]]}
			title={title}
			action={`${team}?do=role${member ? `&account=${member.id}` : ""}`}
			button={{ label: member ? t("team.set") : t("team.add"), pendingLabel: t("confirm.sending") }}
			state={state}
			needed={needed}
		>
			{member ? (
				<p>{member.email}</p>
			) : (
				<>
					<p>{t("team.addLead")}</p>
					<EmailField label={t("team.email")} state={state} />
				</>
			)}
			<Choices
				legend={t("team.role")}
				name="role"
				options={roles.map((value) => ({
					value,
					label: value === "none" ? t("team.take") : t(`roles.${value}`),
					text: value === "none" ? t("team.takeText") : t(`roleTexts.${value}`),
				}))}
				chosen={chosen}
				problem={problem("role")}
				required
			/>
		</FormPage>
	);
}
