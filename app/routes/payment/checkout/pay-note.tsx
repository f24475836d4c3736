import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import type { NotSold } from "../load/availability.server.ts";

const METHODS: ["card" | "sbp" | "safe", IconName][] = [
	["card", "credit-card-outline"],
	["sbp", "qrcode-scan"],
	["safe", "lock-outline"],
];

/** The payment methods, or why nothing is sold by card. */
export function PayNote({ notSold }: { notSold: NotSold | null }) {
	const { t } = useTranslation("payment");
	return (
		<div className="payment-note">
			{notSold === null ? (
				METHODS.map(([method, icon]) => (
					<Fragment key={method}>
						<span>
							<Icon name={icon} />
							{t(`methods.${method}`)}
						</span>{" "}
					</Fragment>
				))
			) : (
				<span>{t(`notYet.${notSold}`)}</span>
			)}{" "}
			<a className="link" href={href("/oferta")}>
				{t("terms")}
			</a>
		</div>
	);
}
