import { accountSettings } from "../accounts/services.server.ts";
import { details } from "../operator/service.server.ts";
import { config } from "../platform/config.server.ts";
import { db } from "../platform/db/service.server.ts";
import { log } from "../platform/log.server.ts";
import { openGateway } from "./gateways/open.server.ts";
import { whyNotSell } from "./payments/may-sell.server.ts";
import type { PaymentContext } from "./payments/payment-context.server.ts";

/** The sender of this installation's e-mails. */
export const billingSender = accountSettings;

/** Why payments are off although the settings turn them on; for the console. */
export const notSelling = whyNotSell(config, details);

/** The payment context of this process; null while payments are off. */
export const paymentContext = notSelling ? null : openPaymentContext();

function openPaymentContext(): PaymentContext | null {
	const gateway = openGateway(db, config);
	if (!gateway) return null;
	return {
		gateway,
		takesTestMoney: config.trial || config.payments === "sandbox",
		makesReceipts: config.payments === "yookassa" && config.receipts !== null,
		sender: billingSender,
		log,
	};
}
