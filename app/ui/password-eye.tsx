import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";
import { showPassword } from "./static-page/password-eye.ts";

/**
 * Shows and hides the password beside it. Its texts are its own, since every form would pass the same. On static
 * pages the page's script handles it, on hydrated pages the handler does.
 */
export function PasswordEye({ fieldId }: { fieldId: string }) {
	const { t } = useTranslation("kit");
	return (
		<button
			type="button"
			className="icon-btn script-only"
			aria-controls={fieldId}
			data-password-eye
			data-show={t("password.show")}
			data-hide={t("password.hide")}
			onClick={(event) => showPassword(event.currentTarget)}
		>
			<Icon name="eye-outline" className="eye-on" />
			<Icon name="eye-off-outline" className="eye-off" />
			<span className="sr-only">{t("password.show")}</span>
		</button>
	);
}
