import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";

const METHODS: ["card" | "sbp" | "safe", IconName][] = [
	["card", "credit-card-outline"],
	["sbp", "qrcode-scan"],
	["safe", "lock-outline"],
];

/** The payment methods, or that payments are not available. */
export function PayNote({ selling }: { selling: boolean }) {
	const { t } = useTranslation("payment");
	return (
		<div className="payment-note">
			{selling ? (
				METHODS.map(([method, icon]) => (
					<Fragment key={method}>
						<span>
							<Icon name={icon} />
							{t(`methods.${method}`)}
						</span>{" "}
					</Fragment>
				))
			) : (
				<span>{t("notYet")}</span>
			)}{" "}
			<a className="link" href={href("/oferta")}>
				{t("terms")}
			</a>
		</div>
	);
}
