import { Trans, useTranslation } from "react-i18next";
import { href } from "react-router";
import { TextLink } from "../../../layouts/auth/text-link.tsx";
import { TextField } from "../../../ui/field.tsx";
import type { PaymentFormState } from "./payment-form.ts";

type ReceiptEmailProps = {
	screen: { email: string; receiptsHere: boolean };
	state: PaymentFormState | undefined;
};

/** The address that the receipt goes to. */
export function ReceiptEmail({ screen: { email, receiptsHere }, state }: ReceiptEmailProps) {
	const { t } = useTranslation("payment");
	const wrong = state?.problem === "email";
	return (
		<TextField
			name="receiptEmail"
			type="email"
			autoComplete="email"
			required
			label={t("checkout.email")}
			help={t(receiptsHere ? "checkout.emailHelp" : "checkout.emailHelpBySeller")}
			error={wrong ? t("checkout.problems.email") : undefined}
			autoFocus={wrong}
			defaultValue={state?.receiptEmail ?? email}
		/>
	);
}

/** The note that paying accepts the offer. @param date of its edition */
export function OfferNote({ date }: { date: string }) {
	const { t } = useTranslation("payment");
	return (
		<p className="deal-note">
			<Trans
				t={t}
				i18nKey="checkout.consent"
				values={{ date }}
				components={{ to: <TextLink href={href("/oferta")} beside /> }}
			/>
		</p>
	);
}
