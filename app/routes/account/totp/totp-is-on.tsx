import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { ActPage } from "../no-script/action-page.tsx";
import type { ActPageProps } from "../no-script/action-pages.tsx";

/** The second factor is on: how many recovery codes are left, and the available actions. */
export function TotpIsOn({ left, ...props }: ActPageProps & { left: number }) {
	const { t } = useTranslation("account");
	return (
		<ActPage
			{...props}
			title={t("secondFactor.title")}
			text={left > 0 ? t("secondFactor.on", { count: left }) : t("secondFactor.noneLeft")}
		>
			<div className="act-form">
				<LinkButton to={`${href("/account")}?do=recovery-codes`} variant="tonal" block>
					{t("secondFactor.renew-recovery-codes.open")}
				</LinkButton>
				<LinkButton to={`${href("/account")}?do=end-totp`} block>
					{t("secondFactor.end-totp.open")}
				</LinkButton>
			</div>
		</ActPage>
	);
}
