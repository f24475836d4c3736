import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import { ActionButton } from "../form/action-form.tsx";

/** The e-mail that is pending confirmation. */
export function PendingEmail({ email }: { email: string }) {
	const { t } = useTranslation("account");
	return (
		<div className="pending-email">
			<Banner title={t("profile.waiting", { email })}>{t("profile.waitingText")}</Banner>
			<div className="pending-actions">
				<ActionButton intent="resend-email-change" variant="text">
					{t("profile.resend")}
				</ActionButton>
				<ActionButton intent="cancel-email-change" variant="text">
					{t("profile.cancel")}
				</ActionButton>
			</div>
		</div>
	);
}
