import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { DealForm } from "../checkout/deal-form.tsx";
import type { PaymentFormState } from "../checkout/payment-form.ts";

type ActivationProps = {
	/** Whether there are bills to look at, or to make. */
	hasBills: boolean;
	state: PaymentFormState | undefined;
};

/** The form of an activation code, and the link to the bills that give them. */
export function Activation({ hasBills, state }: ActivationProps) {
	const { t } = useTranslation("payment");
	const returned = state?.activation;
	return (
		<Card className="more-messages activation" aria-labelledby="activation">
			<h2 id="activation" className="card-title">
				{t("activation.heading")}
			</h2>
			<p className="deal-note">{t("activation.text")}</p>
			<DealForm
				intent="activate"
				fields={{}}
				compact
				button={{ label: t("activation.apply"), pending: t("activation.applying") }}
			>
				<TextField
					name="activationCode"
					label={t("activation.code")}
					defaultValue={returned?.typed}
					error={returned?.problem}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={64}
					autoFocus={returned !== undefined}
				/>
			</DealForm>
			{hasBills && (
				<LinkButton to={href("/payment/bills")} variant="text" icon="receipt-text-outline">
					{t("activation.toBills")}
				</LinkButton>
			)}
		</Card>
	);
}
