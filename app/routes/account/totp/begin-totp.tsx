import { useTranslation } from "react-i18next";
import type { ActionPageProps } from "../no-script/account-action-page.tsx";
import { OwnerForm } from "./owner-form.tsx";

/** Describes the second factor, and re-authenticates. */
export function BeginTotp(props: ActionPageProps) {
	const { t } = useTranslation("account");
	return (
		<OwnerForm {...props} intent="begin-totp" doing="totp">
			<p className="totp-text">{t("secondFactor.apps")}</p>
		</OwnerForm>
	);
}
