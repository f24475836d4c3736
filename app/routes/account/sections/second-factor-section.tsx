import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import type { SecondFactorView } from "../load/load-second-factor.server.ts";
import { Row } from "./row.tsx";

/** The row of the second factor in «Безопасность». */
export function SecondFactorSection({ factor }: { factor: SecondFactorView }) {
	const { t } = useTranslation("account");
	const on = factor.state === "on";
	return (
		<Row
			icon="shield-lock-outline"
			tone={on ? "success" : undefined}
			title={t("secondFactor.title")}
			text={on ? t("secondFactor.on", { count: factor.recoveryCodesLeft }) : t("secondFactor.off")}
		>
			<LinkButton to={`${href("/account")}?do=totp`}>
				{on ? t("secondFactor.manage") : t("secondFactor.turnOn")}
			</LinkButton>
		</Row>
	);
}
