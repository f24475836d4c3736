import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../../icons/icon.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import type { RenewalOffer } from "../load/load-checkout.server.ts";

const NOTES: [name: "next" | "cancel" | "number", icon: IconName][] = [
	["next", "email-fast-outline"],
	["cancel", "close-circle-outline"],
	["number", "lock-outline"],
];

/** The consent to renewal: never ticked beforehand, apart from all others, and buying works without it. */
export function RenewalBox({ offer, ticked }: { offer: RenewalOffer; ticked: boolean }) {
	const { t } = useTranslation("payment");
	return (
		<div className="renewal-box">
			<input type="hidden" name="renewTerms" value={offer.terms} />
			<Checkbox name="renew" value="on" defaultChecked={ticked} aria-describedby="renew-notes">
				{offer.text}
			</Checkbox>
			<ul id="renew-notes">
				{NOTES.map(([name, icon]) => (
					<li key={name}>
						<Icon name={icon} />
						<span>{t(`checkout.renewal.${name}`, { day: offer.day })}</span>
					</li>
				))}
			</ul>
		</div>
	);
}
