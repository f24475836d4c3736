import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Banner } from "../../../ui/banner.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Card, CardTitle } from "../../../ui/card.tsx";
import { useScripted } from "../../../ui/use-scripted.ts";
import type { CodesShown } from "../actions/action-state.ts";

/** Ten recovery codes, shown in this one response: to be saved as a file, printed, or written down. */
export function RecoveryCodes({ codes: { intent, recoveryCodes, email } }: { codes: CodesShown }) {
	const { t } = useTranslation("account");
	const scripted = useScripted();
	const about = t("secondFactor.codesOf", { email });
	const file = [t("secondFactor.codes"), about, "", ...recoveryCodes, ""].join("\r\n");
	return (
		<main id="main" className="page-wrap action-page" tabIndex={-1}>
			<Banner className="no-print" tone="success">
				{intent === "confirm-totp" ? t("secondFactor.turnedOn") : t("secondFactor.renewed")}
			</Banner>
			<Card className="recovery-sheet">
				<CardTitle as="h1" sub={t("secondFactor.codesText")}>
					{t("secondFactor.codes")}
				</CardTitle>
				<p className="totp-text">{about}</p>
				<ol className="recovery-codes">
					{recoveryCodes.map((code) => (
						<li key={code}>
							<code>{code}</code>
						</li>
					))}
				</ol>
				<div className="recovery-actions no-print">
					<LinkButton
						to={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
						download={t("secondFactor.fileName")}
						icon="tray-arrow-down"
					>
						{t("secondFactor.download")}
					</LinkButton>
					{scripted ? (
						<Button type="button" icon="printer-outline" onClick={() => print()}>
							{t("secondFactor.print")}
						</Button>
					) : null}
				</div>
				<LinkButton className="no-print" to={href("/account")} variant="primary" block>
					{t("secondFactor.codesSaved")}
				</LinkButton>
			</Card>
		</main>
	);
}
