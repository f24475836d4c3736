import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import type { ActionPageProps } from "../no-script/account-action-page.tsx";
import { ActionPage } from "../no-script/account-action-page.tsx";

/** The second factor is on: how many recovery codes are left, and the available actions. */
export function TotpIsOn({ left, ...props }: ActionPageProps & { left: number }) {
	const { t } = useTranslation("account");
	return (
		<ActionPage
			{...props}
			title={t("secondFactor.title")}
			text={left > 0 ? t("secondFactor.on", { count: left }) : t("secondFactor.noneLeft")}
		>
			<div className="action-form">
				<LinkButton to={`${href("/account")}?do=recovery-codes`} variant="tonal" block>
					{t("secondFactor.renew-recovery-codes.open")}
				</LinkButton>
				<LinkButton to={`${href("/account")}?do=end-totp`} block>
					{t("secondFactor.end-totp.open")}
				</LinkButton>
			</div>
		</ActionPage>
	);
}
