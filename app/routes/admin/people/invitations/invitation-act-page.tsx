import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { FormPage } from "../../confirm/form-page.tsx";
import type { AdminFormState } from "../../confirm/form-state.ts";
import type { InvitationAct } from "./act-on-invitation.server.ts";
import type { LoadedInvitationAct } from "./load-invitations.server.ts";

/** The page that confirms an act on an invitation. */
export function InvitationActPage({
	act,
	id,
	email,
	needed,
	state,
}: LoadedInvitationAct & { act: InvitationAct; state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const people = href("/admin/people");
	return (
		<FormPage
			path={[
				[people, t("people.title")],
				[`${people}?do=invite`, t("invite.title")],
			]}
			title={t(`invite.${act}.title`)}
			action={`${people}?do=${act}&invitation=${id}`}
			button={{
				label: t(`invite.${act}.title`),
				pendingLabel: t("confirm.sending"),
				variant: act === "revoke" ? "error" : "primary",
			}}
			state={state}
			needed={needed}
			asksWhy={false}
		>
			<p>
				<b>{email}</b>
			</p>
			<p>{t(`invite.${act}.text`)}</p>
		</FormPage>
	);
}
