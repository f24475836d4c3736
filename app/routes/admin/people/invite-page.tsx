import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { EmailField } from "../confirm/email-field.tsx";
import { FormPage } from "../confirm/form-page.tsx";
import type { AdminFormState, ProofNeeded } from "../confirm/form-state.ts";

/** Invites somebody who has no account, also where registration is closed. */
export function InvitePage({ state, needed }: { state: AdminFormState | undefined; needed: ProofNeeded }) {
	const { t } = useTranslation("admin");
	const people = href("/admin/people");
	return (
		<FormPage
			path={[[people, t("people.title")]]}
			title={t("invite.title")}
			action={`${people}?do=invite`}
			button={{ label: t("invite.send"), pendingLabel: t("invite.sending") }}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<p>{t("invite.lead")}</p>
			<EmailField label={t("invite.email")} state={state} />
		</FormPage>
	);
}
