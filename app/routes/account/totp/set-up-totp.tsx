import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useAccountProblems } from "../form/use-account-problems.ts";
import type { SecondFactorView } from "../load/load-second-factor.server.ts";
import type { ActionPageProps } from "../no-script/account-action-page.tsx";
import { ActionPage } from "../no-script/account-action-page.tsx";
import { CopyKeyButton } from "./copy-key-button.tsx";
import { QrCode } from "./qr-code.tsx";

type SetUpProps = ActionPageProps & { factor: Extract<SecondFactorView, { state: "begun" }> };

/** The key for the app, as a QR code, as a link for the phone itself and as text; and its first code. */
export function SetUpTotp({ factor, ...props }: SetUpProps) {
	const { t } = useTranslation("account");
	const problem = useAccountProblems(props.state, ["code"]);
	return (
		<ActionPage {...props} title={t("secondFactor.setUp")} text={t("secondFactor.scan")}>
			<QrCode qr={factor.qr} label={t("secondFactor.qr")} />
			<LinkButton className="totp-open" to={factor.uri} variant="tonal" block>
				{t("secondFactor.openApp")}
			</LinkButton>
			<p className="totp-text">{t("secondFactor.byHand")}</p>
			<div className="totp-key">
				<code>{factor.key}</code>
				<CopyKeyButton text={factor.key.replaceAll(" ", "")} />
			</div>
			<form className="action-form" method="post" action={`${href("/account")}?do=totp`} noValidate>
				<input type="hidden" name="intent" value="confirm-totp" />
				<TextField
					{...problem("code")}
					className="totp-code"
					label={t("secondFactor.code")}
					help={t("secondFactor.codeHelp")}
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={9}
					required
				/>
				<Button variant="primary" block>
					{t("secondFactor.confirm")}
				</Button>
			</form>
		</ActionPage>
	);
}
