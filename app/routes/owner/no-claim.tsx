import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { CardTitle } from "../../ui/card.tsx";
import { ClaimTitle } from "./claim-form.tsx";

/** The link is good, and nobody is signed in. */
export function SignInFirst({ token, minutes }: { token: string; minutes: number }) {
	const { t } = useTranslation("admin");
	const back = new URLSearchParams({ redirectTo: `${href("/owner")}?${new URLSearchParams({ token })}` });
	return (
		<>
			<ClaimTitle minutes={minutes} />
			<p>{t("claim.signIn.text")}</p>
			<div className="claim-acts">
				<LinkButton to={href("/registration")} variant="primary">
					{t("claim.signIn.register")}
				</LinkButton>
				<LinkButton to={`${href("/login")}?${back}`}>{t("claim.signIn.login")}</LinkButton>
			</div>
		</>
	);
}

type NoClaimProps = { step: "dead-link" | "has-owner"; isStaff: boolean };

/** The link is of no use: how a new one is made, or who gives roles. */
export function NoClaim({ step, isStaff }: NoClaimProps) {
	const { t } = useTranslation("admin");
	return (
		<>
			<CardTitle as="h1">{t("claim.dead.heading")}</CardTitle>
			{step === "dead-link" ? (
				<>
					<Banner tone="error" title={t("claim.dead.title")}>
						{t("claim.dead.text")}
					</Banner>
					<code className="claim-command">{t("claim.dead.command")}</code>
				</>
			) : (
				<Banner title={t("claim.hasOwner.title")}>{t("claim.hasOwner.text")}</Banner>
			)}
			{isStaff && (
				<div className="claim-acts">
					<LinkButton to={href("/admin")}>{t("claim.hasOwner.toAdmin")}</LinkButton>
				</div>
			)}
		</>
	);
}
