import { useTranslation } from "react-i18next";
import type { ActPageProps } from "../no-script/action-pages.tsx";
import { OwnerForm } from "./owner-form.tsx";

/** Describes the second factor, and re-authenticates. */
export function BeginTotp(props: ActPageProps) {
	const { t } = useTranslation("account");
	return (
		<OwnerForm {...props} intent="begin-totp" doing="totp">
			<p className="totp-words">{t("secondFactor.apps")}</p>
		</OwnerForm>
	);
}
