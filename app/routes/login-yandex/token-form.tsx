import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Sheet } from "../../layouts/auth/sheet.tsx";
import { LinkButton } from "../../ui/button.tsx";

/**
 * Shown while the token is sent to the server. Hidden until the script has found one in the address; then it replaces
 * what follows it.
 */
export function TokenForm() {
	const { t } = useTranslation("legal");
	return (
		<form className="flex flex-1" action={href("/suggest/token")} method="post" data-token-form hidden>
			<input type="hidden" name="accessToken" />
			<input type="hidden" name="state" />
			<input type="hidden" name="error" />
			<Sheet className="auth-card outcome">
				<div role="status" aria-busy="true">
					<span className="tile tile-lg tile-primary">
						<i className="spinner" />
					</span>
					<h1 className="card-title">{t("suggest.busy")}</h1>
					<p className="outcome-text">{t("suggest.soon")}</p>
				</div>
				<div className="outcome-actions">
					<LinkButton to={href("/login")} variant="text" block>
						{t("suggest.cancel")}
					</LinkButton>
				</div>
			</Sheet>
		</form>
	);
}
