import { Trans, useTranslation } from "react-i18next";
import { Banner } from "../../ui/banner.tsx";
import { TextLink } from "./text-link.tsx";

/** In trial mode no e-mail is sent: the page that promises it shows its content. */
export function TrialEmail({ trialLink, trialCode }: { trialLink?: string; trialCode?: string }) {
	const { t } = useTranslation("auth");
	if (!trialLink) return null;
	return (
		<Banner className="trial-email" tone="info">
			<Trans t={t} i18nKey="trialEmail" components={{ to: <TextLink href={trialLink} /> }} />
			{trialCode && ` ${t("trialCode", { code: trialCode })}`}
		</Banner>
	);
}
