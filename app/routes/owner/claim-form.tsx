import { useTranslation } from "react-i18next";
import { href, useRouteLoaderData } from "react-router";
import { Icon } from "../../icons/icon.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTitle } from "../../ui/card.tsx";
import { NotEmpty } from "../../ui/not-empty.tsx";
import { ProblemBanner, ProofFields, SendCode } from "../admin/confirm/confirm-fields.tsx";
import type { AdminFormState, ProofNeeded } from "../admin/confirm/form-state.ts";

type ClaimFormProps = {
	token: string;
	minutes: number;
	name: string | null;
	email: string;
	needed: ProofNeeded;
	state: AdminFormState | undefined;
};

/** The form by which the person becomes the owner: what that means, and the proof. */
export function ClaimForm({ token, minutes, name, email, needed, state }: ClaimFormProps) {
	const { t } = useTranslation("admin");
	return (
		<>
			<ClaimTitle minutes={minutes} />
			<ProblemBanner state={state} />
			<div className="claim-who">
				<Avatar name={name ?? email} />
				<p>
					<b>{name ?? email}</b>
					{name && <small>{email}</small>}
					<small>{t("claim.notYou")}</small>
				</p>
				<form method="post" action={href("/logout")}>
					<NotEmpty />
					<Button variant="text">{t("claim.logout")}</Button>
				</form>
			</div>
			<ul className="claim-facts">
				<li>
					<Icon name="shield-key-outline" />
					<span>{t("claim.manages")}</span>
				</li>
				<li>
					<Icon name="eye-off-outline" />
					<span>{t("claim.unseen")}</span>
				</li>
			</ul>
			<form method="post" action={`${href("/owner")}?${new URLSearchParams({ token })}`} noValidate>
				<ProofFields state={state} needed={needed} />
				<div className="claim-acts">
					<Button variant="primary" pendingLabel={t("claim.becoming")}>
						{t("claim.become")}
					</Button>
					<SendCode needed={needed} />
				</div>
			</form>
		</>
	);
}

/** The title of the page, with how long the link is good. */
export function ClaimTitle({ minutes }: { minutes: number }) {
	const { t } = useTranslation(["admin", "common"]);
	const appName = useRouteLoaderData<typeof rootLoader>("root")?.appName ?? t("common:appName");
	return (
		<div>
			<CardTitle as="h1" sub={t("claim.link", { minutes })}>
				{t("claim.heading", { appName })}
			</CardTitle>
		</div>
	);
}
