import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../../ui/banner.tsx";
import { TextArea } from "../../../../ui/field.tsx";
import { Select } from "../../../../ui/select.tsx";
import { useFieldProblem } from "../../confirm/confirm-fields.tsx";
import { FormPage } from "../../confirm/form-page.tsx";
import type { AdminFormState } from "../../confirm/form-state.ts";
import type { LoadedInvitations } from "./load-invitations.server.ts";
import { WaitingInvitations } from "./waiting-invitations.tsx";

type InvitePageProps = LoadedInvitations & { state: AdminFormState | undefined };

/** Invites people who have no account, also where registration is closed; below, those who have not answered yet. */
export function InvitePage(loaded: InvitePageProps) {
	const { state, needed, gifts, linkDays } = loaded;
	const { t } = useTranslation("admin");
	const problem = useFieldProblem(state);
	const people = href("/admin/people");
	const isRefused = (state?.addresses ?? []).length > 0;
	return (
		<>
			<FormPage
				path={[[people, t("people.title")]]}
				title={t("invite.title")}
				action={`${people}?do=invite`}
				button={{ label: t("invite.send"), pendingLabel: t("invite.sending") }}
				state={state}
				needed={needed}
				asksWhy={false}
				above={<NotInvited state={state} />}
			>
				<TextArea
					name="emails"
					label={t("invite.emails")}
					help={t("invite.emailsHelp")}
					defaultValue={state?.values?.emails}
					error={problem("emails") ?? (isRefused ? t("invite.emailsRefused") : undefined)}
					inputMode="email"
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					rows={3}
					required
				/>
				<div className="pair-of-fields">
					{gifts.length > 0 && (
						<Select
							name="gift"
							label={t("invite.gift")}
							defaultValue={state?.values?.gift}
							error={problem("gift")}
						>
							<option value="">{t("invite.noGift")}</option>
							{gifts.map(({ key, title, days }) => (
								<option key={key} value={key}>
									{t("invite.giftOption", { plan: title, days: t("pay.days", { count: days }) })}
								</option>
							))}
						</Select>
					)}
					<Select
						name="linkDays"
						label={t("invite.valid")}
						defaultValue={state?.values?.linkDays || String(linkDays[0])}
						error={problem("linkDays")}
					>
						{linkDays.map((days) => (
							<option key={days} value={days}>
								{t("pay.days", { count: days })}
							</option>
						))}
					</Select>
				</div>
				<p className="note">{t("invite.lead")}</p>
			</FormPage>
			<WaitingInvitations {...loaded} />
		</>
	);
}

/** The addresses that were not invited, each with its reason. They stand in the field still. */
function NotInvited({ state }: { state: AdminFormState | undefined }) {
	const { t } = useTranslation("admin");
	const addresses = state?.addresses ?? [];
	if (addresses.length === 0) return null;
	return (
		<Banner
			tone="error"
			title={t(state?.sent ? "invite.sentSome" : "invite.sentNone", { count: state?.sent })}
		>
			<ul>
				{addresses.map(({ email, problem }) => (
					<li key={email}>
						<span className="mono">{email}</span>: {t(`problems.${problem}`)}
					</li>
				))}
			</ul>
		</Banner>
	);
}
