import { accountSettings } from "../accounts/services.server.ts";
import { sealKey } from "../mail/seal.server.ts";
import { detailsInForce } from "../operator/service.server.ts";
import { config, sessionSecret } from "../platform/config.server.ts";
import { db } from "../platform/db/service.server.ts";
import type { PurchasesTable } from "../platform/db/tables/billing.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { countsAgain } from "../platform/stored-settings/section-source.server.ts";
import { openGateway } from "./gateways/open.server.ts";
import { whyNotSell } from "./payments/may-sell.server.ts";
import type { PaymentContext } from "./payments/payment-context.server.ts";
import { plansFileRead } from "./plans/plans.server.ts";

/** Why payments are off although the settings turn them on; for the console. */
export const notSelling = (): string | undefined => whyNotSell(config, detailsInForce());

const opened = service<PaymentContext | null>("payments");

/** The payment context of this process; null while payments are off. */
export const paymentContext = Object.assign((): PaymentContext | null => (notSelling() ? null : opened()), {
	provide: opened.provide,
	withdraw: opened.withdraw,
});

/** The same also while nothing is sold: for what was begun before. Null: there is no gateway. */
export const settlingContext = (): PaymentContext | null => opened();

/** The gateway whose payments are money here: the one in use, in a trial the sandbox; without any ЮKassa. */
export const gatewayInUse = (): PurchasesTable["gateway"] => opened()?.gateway.name ?? "yookassa";

/**
 * Needs the database and the account settings.
 * @param hasModel whether there is a model to pay for; the chat, which knows, stands above the payments
 * @returns withdraws it
 */
export function startBilling(hasModel: () => boolean): () => void {
	opened.provide(openPaymentContext(hasModel));
	// The prices are others than the screens had made them: nobody should find out by a payment.
	if (countsAgain("plans", plansFileRead))
		log.warn("Тарифы и цены снова из файла: он изменился после переноса в базу", { file: config.plansFile });
	return opened.withdraw;
}

function openPaymentContext(hasModel: () => boolean): PaymentContext | null {
	const gateway = openGateway(db(), config, () => detailsInForce()["operator.email"]);
	if (!gateway) return null;
	return {
		gateway,
		takesTestMoney: config.trial || config.payments === "sandbox",
		makesReceipts: config.payments === "yookassa" && config.receipts !== null,
		get refundDays() {
			return Number(detailsInForce()["terms.refundDays"]);
		},
		sender: accountSettings(),
		renewal: config.renewal
			? {
					sealKey: sealKey(sessionSecret(config), "saved card"),
					timeZone: config.timeZone,
					hasModel,
				}
			: null,
		log,
	};
}
