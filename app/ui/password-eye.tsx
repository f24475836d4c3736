import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";
import { showPassword } from "./document/password-eye.ts";

/**
 * Shows and hides the password beside it. Its words are the kit's own: every form would hand in the same.
 * On documents the script of the page presses it, in applications the handler does.
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
