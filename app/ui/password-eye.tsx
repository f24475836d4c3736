import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";
import { showPassword } from "./static-page/password-eye.ts";
import { useScripted } from "./use-scripted.ts";

/**
 * Shows and hides the password beside it. Its texts are its own, since every form would pass the same. Until a script
 * runs only its place is there: a text browser would show a button that does nothing. On static pages the page's script
 * makes the button of it, on hydrated pages React does.
 */
export function PasswordEye({ fieldId }: { fieldId: string }) {
	const { t } = useTranslation("kit");
	const scripted = useScripted();
	const icons = (
		<>
			<Icon name="eye-outline" className="eye-on" />
			<Icon name="eye-off-outline" className="eye-off" />
		</>
	);
	const texts = { "data-show": t("password.show"), "data-hide": t("password.hide") };
	if (!scripted)
		return (
			<span className="icon-btn script-only" data-password-eye={fieldId} {...texts}>
				{icons}
			</span>
		);
	return (
		<button
			type="button"
			className="icon-btn"
			aria-controls={fieldId}
			{...texts}
			onClick={(event) => showPassword(event.currentTarget)}
		>
			{icons}
			<span className="sr-only">{t("password.show")}</span>
		</button>
	);
}
