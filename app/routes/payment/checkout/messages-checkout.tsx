import { useTranslation } from "react-i18next";
import { Facts } from "../facts.tsx";
import type { LoadedMessages } from "../load/load-messages.server.ts";
import { DealForm } from "./deal-form.tsx";
import { DealPage } from "./deal-page.tsx";
import { OfferNote, ReceiptEmail } from "./deal-parts.tsx";
import type { PaymentFormState } from "./payment-form.ts";
import { PaymentProblem } from "./problem.tsx";

type MessagesProps = { screen: LoadedMessages; sandbox: boolean; state: PaymentFormState | undefined };

/** The order of messages apart from a plan, and the button that pays. */
export function MessagesCheckout({ screen, sandbox, state }: MessagesProps) {
	const { t } = useTranslation("payment");
	const { key, title, price, messages, left, until, offerVersion, paymentId } = screen;
	return (
		<DealPage title={t("messages.checkout", { title })} sandbox={sandbox}>
			<PaymentProblem state={state?.problem === "email" ? undefined : state} />
			<Facts
				facts={[
					[t("messages.now"), t("quota.count", { count: left })],
					[t("messages.adds"), t("messages.count", { count: messages })],
					[t("checkout.until"), until],
					[t("checkout.sum"), <b key="sum">{price}</b>],
				]}
			/>
			<DealForm
				intent="pay"
				query={`more=${key}`}
				fields={{ moreKey: key, paymentId, offerVersion, shownPrice: String(screen.kopecks) }}
				button={{
					variant: "primary",
					label: t("checkout.pay", { sum: price }),
					pending: t("checkout.paying"),
				}}
			>
				<ReceiptEmail screen={screen} state={state} />
				<p className="deal-note">{t("messages.order")}</p>
				<OfferNote date={screen.offerDate} />
			</DealForm>
		</DealPage>
	);
}
