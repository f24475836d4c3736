import { Icon, type IconName } from "../../../icons/icon.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";

export type RenewalBoxProps = {
	/** The words beside the box, and the terms that they are about. */
	offer: { text: string; terms: string };
	/** The box as the person left it: never ticked beforehand. */
	ticked: boolean;
	notes: { icon: IconName; text: string }[];
	error?: string | undefined;
};

/** The consent to renewal, apart from all others. */
export function RenewalBox({ offer, ticked, notes, error }: RenewalBoxProps) {
	return (
		<div className="renewal-box">
			<input type="hidden" name="renewTerms" value={offer.terms} />
			<Checkbox
				name="renew"
				value="on"
				defaultChecked={ticked}
				autoFocus={error !== undefined}
				{...(notes.length > 0 && { "aria-describedby": "renew-notes" })}
				{...(error && { error })}
			>
				{offer.text}
			</Checkbox>
			{notes.length > 0 && (
				<ul id="renew-notes">
					{notes.map(({ icon, text }) => (
						<li key={icon}>
							<Icon name={icon} />
							<span>{text}</span>
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
