import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/banner.tsx";
import type { PaymentFormState } from "./payment-form.ts";

/** Why a payment form was returned. */
export function PaymentProblem({ state }: { state: PaymentFormState | undefined }) {
	const { t } = useTranslation("payment");
	return state?.problem ? (
		<Banner tone="error" className="payment-problem">
			{t(`checkout.problems.${state.problem}`)}
		</Banner>
	) : null;
}
