import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { ActButton } from "../form/action-form.tsx";

/** The e-mail that is pending confirmation. */
export function PendingEmail({ email }: { email: string }) {
	const { t } = useTranslation("account");
	return (
		<div className="pending-email">
			<Banner title={t("profile.waiting", { email })}>{t("profile.waitingText")}</Banner>
			<div className="pending-acts">
				<ActButton intent="resend-email-change" variant="text">
					{t("profile.again")}
				</ActButton>
				<ActButton intent="cancel-email-change" variant="text">
					{t("profile.cancel")}
				</ActButton>
			</div>
		</div>
	);
}
