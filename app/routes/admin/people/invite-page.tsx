import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ProblemBanner, useFieldProblem } from "../confirm/confirm-fields.tsx";
import type { AdminFormState } from "../confirm/form-state.ts";
import { Crumbs } from "../crumbs.tsx";

/** Invites somebody who has no account, also where registration is closed. */
export function InvitePage({ state }: { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const people = href("/admin/people");
	return (
		<>
			<Crumbs path={[[people, t("people.title")]]}>{t("invite.title")}</Crumbs>
			<div className="adm-head">
				<h1>{t("invite.title")}</h1>
			</div>
			<ProblemBanner state={state} />
			<form className="card card-pad adm-form" method="post" action={`${people}?do=invite`} noValidate>
				<p>{t("invite.lead")}</p>
				<TextField
					name="email"
					type="email"
					label={t("invite.email")}
					defaultValue={state?.values?.email}
					error={useFieldProblem(state)("email")}
					autoComplete="off"
					maxLength={254}
					required
				/>
				<div className="form-acts">
					<Button variant="primary" pendingLabel={t("invite.sending")}>
						{t("invite.send")}
					</Button>
					<LinkButton to={people} variant="ghost">
						{t("confirm.cancel")}
					</LinkButton>
				</div>
			</form>
		</>
	);
}
