import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import type { MissingToSell } from "../load/availability.server.ts";

const METHODS: ["card" | "sbp" | "safe", IconName][] = [
	["card", "credit-card-outline"],
	["sbp", "qrcode-scan"],
	["safe", "lock-outline"],
];

/** The payment methods, or what the owner of the server has to connect before anything is sold. */
export function PayNote({ missing }: { missing: MissingToSell | null }) {
	const { t } = useTranslation("payment");
	return (
		<div className="payment-note">
			{missing === null ? (
				METHODS.map(([method, icon]) => (
					<Fragment key={method}>
						<span>
							<Icon name={icon} />
							{t(`methods.${method}`)}
						</span>{" "}
					</Fragment>
				))
			) : (
				<span>{t(`notYet.${missing}`)}</span>
			)}{" "}
			<a className="link" href={href("/oferta")}>
				{t("terms")}
			</a>
		</div>
	);
}
