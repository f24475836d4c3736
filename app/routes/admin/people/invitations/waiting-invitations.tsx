import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon } from "../../../../icons/icon.tsx";
import { LinkButton } from "../../../../ui/button.tsx";
import { classNames } from "../../../../ui/class-names.ts";
import { Pager } from "../../pager.tsx";
import { Section } from "../../section.tsx";
import type { LoadedInvitations } from "./load-invitations.server.ts";

/** The invitations that wait for an answer. */
export function WaitingInvitations({ invitations, isFirst, next }: LoadedInvitations) {
	const { t } = useTranslation("admin");
	const page = `${href("/admin/people")}?do=invite`;
	return (
		<div className="adm-narrow">
			<Section title={t("invite.waiting")} flush>
				<div className="sec-body">
					{invitations.length === 0 ? (
						<p>{t("invite.nobodyWaits")}</p>
					) : (
						<ul className="rows">
							{invitations.map((invitation) => (
								<Waiting key={invitation.id} {...invitation} />
							))}
						</ul>
					)}
				</div>
				<Pager
					count={invitations.length}
					first={isFirst ? null : page}
					next={next && `${page}&${new URLSearchParams({ after: next })}`}
				/>
			</Section>
		</div>
	);
}

function Waiting({
	id,
	email,
	gift,
	sentAt,
	expiresAt,
	emailState,
}: LoadedInvitations["invitations"][number]) {
	const { t } = useTranslation("admin");
	const isLost = emailState === "refused" || emailState === "failed";
	const act = (name: "resend" | "revoke") => `${href("/admin/people")}?do=${name}&invitation=${id}`;
	return (
		<li>
			<span className={classNames("tile", isLost ? "tile-warning" : "tile-gray")}>
				<Icon name={isLost ? "email-alert-outline" : "email-fast-outline"} />
			</span>
			<div className="row-text">
				<b>{email}</b>
				<span>
					{t(`invite.states.${emailState}`, { sent: sentAt, until: expiresAt })}
					{gift && t("invite.withGift", { gift })}
				</span>
			</div>
			<div className="row-acts">
				{emailState !== "refused" && (
					<LinkButton to={act("resend")} aria-label={t("invite.resend.of", { email })}>
						{t("invite.resend.title")}
					</LinkButton>
				)}
				<LinkButton to={act("revoke")} variant="ghost" aria-label={t("invite.revoke.of", { email })}>
					{t("invite.revoke.title")}
				</LinkButton>
			</div>
		</li>
	);
}
