import { useTranslation } from "react-i18next";
import { Icon } from "../icons/icon.tsx";

/** From the first bar to the fourth. */
const LEVELS = ["weak", "fair", "good", "strong"] as const;

/** Four bars, a word and the two rules. Only script can fill it; without script the rule is shown as text. */
export function PasswordStrength({ fieldId }: { fieldId: string }) {
	const { t } = useTranslation("kit");
	const levels = LEVELS.map((level) => t(`password.levels.${level}`));
	return (
		<>
			<noscript>
				<p className="field-help">{t("password.longEnough")}</p>
			</noscript>
			<div className="script-only px-1 pt-3" data-strength={fieldId} data-levels={levels.join("|")}>
				<div className="strength-bars" aria-hidden="true">
					<i />
					<i />
					<i />
					<i />
				</div>
				<p className="mt-2 flex justify-between text-caption text-text-3" aria-live="polite">
					<span>{t("password.strength")}</span>
					<b data-strength-word />
				</p>
				<ul className="strength-rules mt-3" aria-label={t("password.rules")}>
					<Rule name="length">{t("password.longEnough")}</Rule>
					<Rule name="rare">{t("password.rare")}</Rule>
				</ul>
			</div>
		</>
	);
}

function Rule({ name, children }: { name: "length" | "rare"; children: string }) {
	return (
		<li data-rule={name}>
			<Icon name="circle-outline" className="rule-open" />
			<Icon name="check-circle" className="rule-met" />
			<span>{children}</span>
		</li>
	);
}
